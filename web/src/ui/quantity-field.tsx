import { useId, useState } from 'react';
import { IconMinus, IconPlus } from './icon/act.tsx';
import css from './quantity-field.module.css';

export type QuantityFieldProps = {
  /** "Quantity of Lamp"; read out, and shown when `showLabel`. */
  label: string;
  lessLabel: string;
  moreLabel: string;
  value: number;
  /** Most that can be had now. More may be typed, and is cut to it when the field is left. */
  max: number;
  onChange: (quantity: number) => void;
  disabled?: boolean;
};

/** The number that stands in a text of digits, of any script's digits that keyboards give; undefined for none. */
export function readQuantity(text: string): number | undefined {
  const digits = text.normalize('NFKC').replace(/[^0-9]/g, '');
  return digits === '' ? undefined : Math.min(Number(digits), 999_999);
}

/** How many: typed key by key, or one less and one more. While it is typed it may be empty; left empty it is what it was. */
export function QuantityField(props: QuantityFieldProps) {
  const { label, lessLabel, moreLabel, value, max, onChange, disabled } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const most = Math.max(max, 1);

  function type(text: string) {
    const quantity = readQuantity(text);
    setDraft(quantity === undefined ? '' : String(quantity));
    if (quantity !== undefined && quantity >= 1 && quantity <= most) onChange(quantity);
  }

  /** Left or entered: what cannot be had becomes the nearest that can. */
  function settle() {
    const quantity = draft === undefined ? undefined : readQuantity(draft);
    setDraft(undefined);
    if (quantity === undefined) return;
    const nearest = Math.min(Math.max(quantity, 1), most);
    if (nearest !== value) onChange(nearest);
  }

  function step(by: number) {
    setDraft(undefined);
    onChange(Math.min(Math.max(value + by, 1), most));
  }

  return (
    <div className={css.field} data-disabled={disabled ? '' : undefined}>
      <button
        type="button"
        className={css.step}
        aria-label={lessLabel}
        disabled={disabled || value <= 1}
        onClick={() => step(-1)}
      >
        <IconMinus size={20} />
      </button>
      <input
        id={id}
        className={css.input}
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={6}
        disabled={disabled}
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      <button
        type="button"
        className={css.step}
        aria-label={moreLabel}
        disabled={disabled || value >= most}
        onClick={() => step(1)}
      >
        <IconPlus size={20} />
      </button>
    </div>
  );
}
