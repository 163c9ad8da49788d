import { useId, useRef } from 'react';
import { IconCheck } from './icon/sign.tsx';
import css from './language-list.module.css';

export type LanguageItem = {
  key: string;
  /** The name in the language itself, and its tag for fonts and voices. */
  name: string;
  lang: string;
  /** The name in the language of the page. */
  note?: string;
};

export type LanguageListProps = {
  label: string;
  items: readonly LanguageItem[];
  value: string;
  onChange: (key: string) => void;
  /** One was chosen by a press. Keys only choose: they pass many on their way. */
  onPress?: () => void;
};

/** Languages, each under its own name. */
export function LanguageList({ label, items, value, onChange, onPress }: LanguageListProps) {
  const name = useId();
  const isKeyDown = useRef(false);
  return (
    <div className={css.list} role="radiogroup" aria-label={label}>
      {items.map((item) => (
        <label key={item.key} className={css.row}>
          <span className={css.texts}>
            <span className={css.name} lang={item.lang}>
              {item.name}
            </span>
            {item.note !== undefined && <span className={css.note}>{item.note}</span>}
          </span>
          <input
            className={css.input}
            type="radio"
            name={name}
            checked={item.key === value}
            onKeyDown={() => (isKeyDown.current = true)}
            onKeyUp={() => (isKeyDown.current = false)}
            onChange={() => {
              onChange(item.key);
              if (!isKeyDown.current) onPress?.();
            }}
          />
          <span className={css.tick}>
            <IconCheck size={20} />
          </span>
        </label>
      ))}
    </div>
  );
}
