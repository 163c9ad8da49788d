import { useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { finishedAmount, parseAmountText, showAmountText, typeAmount, typedAmount } from './amount-text.ts';
import type { AmountRule } from './amount-text.ts';
import { ChipRow } from './chip-row.tsx';
import type { Chip } from './chip-row.tsx';
import { Field, noteOf } from './field.tsx';
import type { FieldFrame } from './field.tsx';
import { PAGE_FORM } from './page-action.tsx';
import css from './amount-field.module.css';

export type AmountFieldProps = FieldFrame &
  AmountRule & {
    /** Plain decimal text with a point, "1234.5", or "". */
    value: string;
    /** Gets finished amounts only: while "20." stands in the field, the value is "20". */
    onChange: (value: string) => void;
    /** The coin behind the number: a text, or a button that switches it. */
    unit: ReactNode;
    /** Percent chips and "max". */
    chips?: readonly Chip[];
    /** Name of the chips for screen readers: "Parts of what is available". */
    chipsLabel?: string;
    focusFirst?: boolean;
    ref?: Ref<HTMLInputElement>;
  };

/** The amount is the hero: a big number with its unit, comma or point, percent chips under it. */
export function AmountField(props: AmountFieldProps) {
  const {
    value,
    onChange,
    unit,
    decimals,
    decimalMark = '.',
    chips,
    chipsLabel,
    focusFirst,
    ref,
    ...frame
  } = props;
  const id = useId();
  // What is being typed may be unfinished. It is shown as long as it stands for the value; no screen ever gets it.
  const [last, setLast] = useState(() => typedAmount(value));
  const typed = finishedAmount(last.text) === value ? last : typedAmount(value);
  const shown = showAmountText(typed.text, decimalMark);

  function onText(text: string) {
    const rule = { decimals, decimalMark };
    const isPasted = Math.abs(text.length - shown.length) > 1;
    const pasted = isPasted ? parseAmountText(text, rule, true) : undefined;
    const next = isPasted ? pasted !== undefined && typedAmount(pasted) : typeAmount(typed, text, rule);
    if (!next) return;
    setLast(next);
    const finished = finishedAmount(next.text);
    if (finished !== value) onChange(finished);
  }

  return (
    <Field {...frame} id={id} bare>
      <div className={css.amount} data-invalid={frame.error ? '' : undefined}>
        <div className={css.line}>
          <input
            {...noteOf(id, frame)}
            ref={ref}
            className={css.input}
            data-long={shown.length > 14 ? 'very' : shown.length > 9 ? 'rather' : undefined}
            type="text"
            inputMode="decimal"
            enterKeyHint="go"
            form={PAGE_FORM}
            autoComplete="off"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the screen whose one purpose the field is
            autoFocus={focusFirst}
            placeholder="0"
            value={shown}
            onChange={(event) => onText(event.target.value)}
          />
          <span className={css.unit}>{unit}</span>
        </div>
        {chips !== undefined && <ChipRow chips={chips} label={chipsLabel} even />}
      </div>
    </Field>
  );
}
