import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './switch.module.css';

export type SwitchProps = {
  label: ReactNode;
  note?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** On or off, at once: the whole row is the target. */
export function Switch({ label, note, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <label className={css.row}>
      <span className={css.texts}>
        <span id={`${id}-label`} className={css.label}>
          {label}
        </span>
        {note !== undefined && (
          <span id={`${id}-note`} className={css.note}>
            {note}
          </span>
        )}
      </span>
      <input
        className={css.input}
        type="checkbox"
        role="switch"
        aria-labelledby={`${id}-label`}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
