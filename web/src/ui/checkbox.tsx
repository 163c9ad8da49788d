import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './checkbox.module.css';

export type CheckboxProps = {
  /** What is agreed to; may hold links. */
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** One thing to agree to or choose. */
export function Checkbox({ children, checked, onChange, error, disabled }: CheckboxProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.row}>
        <input
          className={css.input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={css.text}>{children}</span>
      </label>
      {error && (
        <div id={id} className={css.error} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}
