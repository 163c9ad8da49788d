import { useId, useState } from 'react';
import { Field, noteOf } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import css from './code-field.module.css';

export type CodeFieldProps = FieldFrame & {
  /** Digits only. */
  value: string;
  onChange: (value: string) => void;
  /** Called once with the full code, so that nobody has to press a button. */
  onComplete?: (value: string) => void;
  /** Number of digits, 6. */
  length?: number;
  disabled?: boolean;
  focusFirst?: boolean;
};

/** A one-time code: one real input (paste and the phone's suggestion work) drawn as cells. */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onComplete, length = 6, disabled, focusFirst, ...given } = props;
  const id = useId();
  // What was refused is the code that stood here then: of the next one nobody knows yet.
  const [refused, setRefused] = useState({ error: given.error, value });
  if (refused.error !== given.error) setRefused({ error: given.error, value });
  const frame = refused.value === value ? given : { ...given, error: undefined };

  /** Over a refused code one types the next without deleting: what was put in, which ends at the caret, begins anew. */
  function onText({ value: text, selectionStart }: HTMLInputElement) {
    const end = selectionStart ?? text.length;
    const isOver = frame.error && value.length === length && text.length > length;
    const typed = isOver ? text.slice(end + length - text.length, end) : text;
    const digits = typed.normalize('NFKC').replace(/\D/g, '').slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  }

  return (
    <Field {...frame} id={id} bare>
      <div className={css.code}>
        <input
          {...noteOf(id, frame)}
          className={css.input}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the screen whose one purpose the field is
          autoFocus={focusFirst}
          disabled={disabled}
          value={value}
          onChange={(event) => onText(event.target)}
        />
        <div className={css.cells} aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={css.cell}
              data-next={index === Math.min(value.length, length - 1) ? '' : undefined}
              data-invalid={frame.error ? '' : undefined}
            >
              {value[index]}
            </span>
          ))}
        </div>
      </div>
    </Field>
  );
}
