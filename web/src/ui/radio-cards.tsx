import { useId } from 'react';
import type { ReactNode } from 'react';
import css from './radio-cards.module.css';

export type RadioCard<Key extends string> = {
  key: Key;
  title: ReactNode;
  note?: ReactNode;
  leading?: ReactNode;
  trailing?: ReactNode;
  /** Why it cannot be chosen, in place of the note. */
  disabledReason?: ReactNode;
};

export type RadioCardsProps<Key extends string> = {
  label: string;
  /** Not shown, only read out, when a title above says it already. */
  labelHidden?: boolean;
  items: readonly RadioCard<Key>[];
  value: Key | undefined;
  onChange: (key: Key) => void;
};

/** A choice that needs explaining: one card each, all in sight. */
export function RadioCards<Key extends string>(props: RadioCardsProps<Key>) {
  const { label, labelHidden, items, value, onChange } = props;
  const name = useId();
  return (
    <fieldset className={css.group}>
      <legend className={labelHidden ? css.hidden : css.legend}>{label}</legend>
      <div className={css.cards}>
        {items.map((item) => (
          <label
            key={item.key}
            className={css.card}
            data-off={item.disabledReason === undefined ? undefined : ''}
          >
            {item.leading !== undefined && <span className={css.leading}>{item.leading}</span>}
            <span className={css.texts}>
              <span className={css.title}>{item.title}</span>
              {(item.disabledReason ?? item.note) !== undefined && (
                <span className={css.note}>{item.disabledReason ?? item.note}</span>
              )}
            </span>
            {item.trailing !== undefined && <span className={css.trailing}>{item.trailing}</span>}
            <input
              className={css.input}
              type="radio"
              name={name}
              checked={item.key === value}
              disabled={item.disabledReason !== undefined}
              onChange={() => onChange(item.key)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
