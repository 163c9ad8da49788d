import { useEffect, useRef } from 'react';
import css from './chip-row.module.css';

export type Chip = { key: string; label: string; onPress: () => void; pressed?: boolean };

export type ChipRowProps = {
  chips: readonly Chip[];
  /** Name of the group for screen readers. */
  label: string | undefined;
  even?: boolean;
};

/** Small round choices in a row: percentages, filters. `even` shares the width, else the row scrolls. */
export function ChipRow({ chips, label, even }: ChipRowProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const pressed = chips.find((chip) => chip.pressed)?.key;
  useEffect(() => {
    // What is chosen is in sight, also when the page opens with it.
    const row = fieldset.current;
    const chip = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (row && chip)
      row.scrollLeft = chip.offsetLeft - row.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2;
  }, [pressed]);
  return (
    <fieldset ref={fieldset} className={css.row} aria-label={label} data-even={even ? '' : undefined}>
      {chips.map((chip) => (
        <button
          key={chip.key}
          type="button"
          className={css.chip}
          aria-pressed={chip.pressed}
          onClick={chip.onPress}
        >
          {chip.label}
        </button>
      ))}
    </fieldset>
  );
}
