import type { ReactNode } from 'react';
import { KeyValue } from './key-value.tsx';
import type { KeyValueRow } from './key-value.tsx';
import css from './receipt.module.css';

export type ReceiptProps = {
  title: ReactNode;
  /** A `StatusPill`. */
  status: ReactNode;
  /** The `Figure`, size hero. */
  figure: ReactNode;
  rows: readonly KeyValueRow[];
  /** Under the facts: hash, address, note. */
  footer?: ReactNode;
};

/** The slip of one movement of money: how much, where it stands, the facts. */
export function Receipt({ title, status, figure, rows, footer }: ReceiptProps) {
  return (
    <article className={css.slip}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {figure}
        {status}
      </header>
      <div className={css.facts}>
        <KeyValue rows={rows} />
        {footer}
      </div>
    </article>
  );
}
