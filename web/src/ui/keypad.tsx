import { type AmountRule, pressAmountKey, showAmountText } from './amount-text.ts';
import { IconBackspace } from './icon/act.tsx';
import css from './keypad.module.css';

export type KeypadProps = AmountRule & {
  value: string;
  onChange: (value: string) => void;
  /** Name of the whole pad for screen readers. */
  label: string;
  backLabel: string;
  /** Digits only, kept as they are typed (a passcode): no mark, leading zeros stay. */
  digitsOnly?: boolean;
};

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'];

/** A number pad for the thumb. Works beside a field, which keeps its own focus and caret. */
export function Keypad({
  value,
  onChange,
  label,
  backLabel,
  digitsOnly,
  decimals,
  decimalMark = '.',
}: KeypadProps) {
  function press(key: string) {
    if (!digitsOnly) onChange(pressAmountKey(value, key, { decimals, decimalMark }));
    else onChange(key === 'back' ? value.slice(0, -1) : value + key);
  }
  return (
    <fieldset className={css.pad} aria-label={label}>
      {ROWS.map((key) => {
        if (key === '.' && (digitsOnly || decimals === 0)) return <span key={key} />;
        return (
          <button
            key={key}
            type="button"
            className={css.key}
            aria-label={key === 'back' ? backLabel : undefined}
            // Keeps the focus, and with it the caret, in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => press(key)}
          >
            {key === 'back' ? <IconBackspace /> : showAmountText(key, decimalMark)}
          </button>
        );
      })}
    </fieldset>
  );
}
