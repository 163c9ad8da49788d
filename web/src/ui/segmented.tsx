import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './segmented.module.css';

export type SegmentedItem<Key extends string> = { key: Key; label: ReactNode };

export type SegmentedProps<Key extends string> = {
  label: string;
  items: readonly SegmentedItem<Key>[];
  value: Key;
  onChange: (key: Key) => void;
};

/** A few choices of which one holds (buy or sell, an interval); radio buttons underneath. */
export function Segmented<Key extends string>({ label, items, value, onChange }: SegmentedProps<Key>) {
  const name = useId();
  return (
    <div className={css.track} role="radiogroup" aria-label={label}>
      {items.map((item) => (
        <label key={item.key} className={css.item}>
          <input
            className={css.input}
            type="radio"
            name={name}
            checked={item.key === value}
            onChange={() => onChange(item.key)}
          />
          <span className={css.face}>{item.label}</span>
        </label>
      ))}
    </div>
  );
}
