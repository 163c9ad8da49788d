import type { MouseEvent, ReactNode } from 'react';
import { Spoken } from './spoken.tsx';
import css from './tab-bar.module.css';

export type TabBarItem = {
  key: string;
  label: string;
  href: string;
  icon: ReactNode;
  /** A dot: something new waits there; `dotLabel` says what. */
  dotLabel?: string;
};

export type TabBarProps = {
  /** Name of the navigation for screen readers. */
  label: string;
  items: readonly TabBarItem[];
  /** Key of the open tab. */
  current: string | undefined;
  /** For a router that wants to take over the click; call `event.preventDefault()` then. */
  onNavigate?: (item: TabBarItem, event: MouseEvent<HTMLAnchorElement>) => void;
  /** A page below a tab: the rail stays, phones give the room to the page. */
  below?: boolean;
  /** Stands above the tabs on wide screens: the mark. */
  mark?: ReactNode;
};

/** The main navigation: at the bottom on phones, a rail on the left from 1024 px. Real links. */
export function TabBar({ label, items, current, onNavigate, below, mark }: TabBarProps) {
  return (
    <nav className={css.bar} aria-label={label} data-below={below ? '' : undefined}>
      {mark !== undefined && <div className={css.mark}>{mark}</div>}
      {items.map((item) => (
        <a
          key={item.key}
          className={css.tab}
          href={item.href}
          aria-current={item.key === current ? 'page' : undefined}
          onClick={onNavigate && ((event) => onNavigate(item, event))}
        >
          <span className={css.icon} data-dot={item.dotLabel === undefined ? undefined : ''}>
            {item.icon}
          </span>
          <span className={css.label}>{item.label}</span>
          {item.dotLabel !== undefined && <Spoken>{item.dotLabel}</Spoken>}
        </a>
      ))}
    </nav>
  );
}
