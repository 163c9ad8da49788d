import type { ReactNode } from 'react';
import css from './field.module.css';

export type FieldFrame = {
  label: string;
  /** A line under the field; an error takes its place. */
  hint?: ReactNode;
  /** What is wrong and what to do; read out at once. */
  error?: string | undefined;
  /** To the right of the label: what is available, "forgot?", "send again". */
  corner?: ReactNode;
};

/** Attributes that tie an input to the note under it. */
export function noteOf(id: string, { hint, error }: FieldFrame) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  } as const;
}

/** Label above, box, note under it: the frame of every field. */
export function Field(
  props: FieldFrame & {
    id: string;
    bare?: boolean;
    leading?: ReactNode;
    trailing?: ReactNode;
    children: ReactNode;
  },
) {
  const { id, label, hint, error, corner, bare, leading, trailing, children } = props;
  return (
    <div className={css.field}>
      <div className={css.top}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        {corner !== undefined && <div className={css.corner}>{corner}</div>}
      </div>
      <div className={bare ? css.bare : css.box} data-invalid={error ? '' : undefined}>
        {leading !== undefined && <span className={css.leading}>{leading}</span>}
        {children}
        {trailing}
      </div>
      {(error || hint) && (
        <div
          key={error ? 'error' : 'hint'}
          id={`${id}-note`}
          className={error ? css.error : css.hint}
          role={error ? 'alert' : undefined}
        >
          {error || hint}
        </div>
      )}
    </div>
  );
}
