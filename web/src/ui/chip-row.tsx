import css from './chip-row.module.css';

export type Chip = { key: string; label: string; onPress: () => void; pressed?: boolean };

/** Small round choices in a row: percentages, filters. `even` shares the width, else the row scrolls. */
export function ChipRow({ chips, label, even }: { chips: readonly Chip[]; label: string; even?: boolean }) {
  return (
    <div className={css.row} role="group" aria-label={label} data-even={even ? '' : undefined}>
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
    </div>
  );
}
