import type { ReactNode } from 'react';
import css from './balance-card.module.css';

export type BalanceCardProps = {
  label: ReactNode;
  /** The `Figure`, size hero. */
  figure: ReactNode;
  /** At the top end: the eye that hides amounts. */
  corner?: ReactNode;
  /** Under the figure: change over a day, as-of time. */
  note?: ReactNode;
  /** Along the lower edge, on the water: proof-of-reserves line and the like. */
  footer?: ReactNode;
};

/** The plate of the lake: the balance over still water, a low sun by day and a moon by night. */
export function BalanceCard({ label, figure, corner, note, footer }: BalanceCardProps) {
  return (
    <section className={css.card}>
      <div className={css.sky}>
        <div className={css.top}>
          <span className={css.label}>{label}</span>
          {corner}
        </div>
        <div className={css.figure}>{figure}</div>
        {note !== undefined && <div className={css.note}>{note}</div>}
      </div>
      <div className={css.water}>
        <svg
          className={css.scene}
          width="64"
          height="44"
          viewBox="0 0 64 44"
          aria-hidden="true"
          focusable="false"
        >
          <path className={css.sun} d="M4 28a28 28 0 0 1 56 0z" />
          <path className={css.glints} d="M10 34h44M20 40h24" />
        </svg>
        {footer !== undefined && <div className={css.footer}>{footer}</div>}
      </div>
    </section>
  );
}
