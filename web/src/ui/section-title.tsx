import type { ReactNode } from 'react';
import css from './section-title.module.css';

/** The head of a part of a page, with an optional quiet action ("All records") at its end. */
export function SectionTitle({
  children,
  action,
  note,
}: {
  children: ReactNode;
  action?: ReactNode;
  note?: ReactNode;
}) {
  return (
    <div className={css.section}>
      <h2 className={css.title}>{children}</h2>
      {action !== undefined && <div className={css.action}>{action}</div>}
      {note !== undefined && <p className={css.note}>{note}</p>}
    </div>
  );
}
