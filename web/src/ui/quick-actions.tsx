import type { ReactNode } from 'react';
import css from './quick-actions.module.css';

export type QuickAction = { key: string; label: string; icon: ReactNode; href: string };

/** A row of round links for what people come for most: three to five. */
export function QuickActions({ items, label }: { items: readonly QuickAction[]; label: string }) {
  return (
    <nav className={css.row} aria-label={label}>
      {items.map((item) => (
        <a key={item.key} className={css.action} href={item.href}>
          <span className={css.disc}>{item.icon}</span>
          <span className={css.label}>{item.label}</span>
        </a>
      ))}
    </nav>
  );
}
