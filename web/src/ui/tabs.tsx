import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import css from './tabs.module.css';

export type TabItem<Key extends string> = { key: Key; label: ReactNode; count?: ReactNode };

export type TabsProps<Key extends string> = {
  label: string;
  items: readonly TabItem<Key>[];
  value: Key;
  onChange: (key: Key) => void;
  /** The content of the open tab. */
  children: ReactNode;
};

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Parts of one page side by side; arrow keys, Home and End move between them. */
export function Tabs<Key extends string>({ label, items, value, onChange, children }: TabsProps<Key>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // The open one in sight, also where the row is wider than the screen; the page itself stays where it is.
  const at = items.findIndex((item) => item.key === value);
  useEffect(() => {
    const row = list.current;
    const tab = row?.children[at];
    if (row && tab instanceof HTMLElement)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  }, [at]);

  function onKey(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? items.length - 1
          : step && (at + step + items.length) % items.length;
    const item = next === undefined ? undefined : items[next];
    if (!item || next === undefined) return;
    event.preventDefault();
    onChange(item.key);
    const tab = list.current?.children[next];
    if (tab instanceof HTMLElement) tab.focus();
  }

  return (
    <div className={css.tabs}>
      <div ref={list} className={css.list} role="tablist" aria-label={label}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            className={css.tab}
            aria-selected={item.key === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.key === value ? 0 : -1}
            onClick={() => onChange(item.key)}
            onKeyDown={onKey}
          >
            {item.label}
            {item.count !== undefined && <span className={css.count}>{item.count}</span>}
          </button>
        ))}
      </div>
      <div className={css.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
