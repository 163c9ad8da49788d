import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { IconSearch } from './icon/act.tsx';
import { IconCheck } from './icon/sign.tsx';
import type { SelectOption } from './select.tsx';
import { TextField } from './text-field.tsx';
import css from './option-list.module.css';

export type OptionListProps = {
  label: string;
  options: readonly SelectOption[];
  value: string | undefined;
  onChoose: (key: string) => void;
  searchLabel?: string | undefined;
  noneFound?: string | undefined;
};

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The options of a `Select`: searchable, arrow keys move, the chosen one is ticked. */
export function OptionList({ label, options, value, onChoose, searchLabel, noneFound }: OptionListProps) {
  const [wanted, setWanted] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const needle = plain(wanted.trim());
  const found = options.filter((option) =>
    plain(`${option.label} ${option.note ?? ''} ${option.findBy ?? ''}`).includes(needle),
  );

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % buttons.length)?.focus();
  }

  return (
    <div className={css.options} data-search={searchLabel === undefined ? undefined : ''}>
      {searchLabel !== undefined && (
        <TextField
          label={searchLabel}
          type="search"
          value={wanted}
          onChange={setWanted}
          leading={<IconSearch size={20} />}
          autoComplete="off"
          onKeyDown={onKey}
        />
      )}
      <ul ref={list} aria-label={label}>
        {found.map((option) => (
          <li key={option.key} className={css.item}>
            <button
              type="button"
              className={css.option}
              aria-pressed={option.key === value}
              onClick={() => onChoose(option.key)}
              onKeyDown={onKey}
            >
              {option.leading}
              <span className={css.texts}>
                <span className={css.label}>{option.label}</span>
                {option.note !== undefined && <span className={css.note}>{option.note}</span>}
              </span>
              {option.key === value && <IconCheck size={20} />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && noneFound !== undefined && (
        <p className={css.none} aria-live="polite">
          {noneFound}
        </p>
      )}
    </div>
  );
}
