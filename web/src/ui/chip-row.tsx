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
  return (
    <fieldset className={css.row} aria-label={label} data-even={even ? '' : undefined}>
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
