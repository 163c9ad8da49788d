import type { ReactNode } from 'react';
import { IconInfo } from './icon/sign.tsx';
import css from './key-value.module.css';

export type KeyValueRow = {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** A second line under the value. */
  note?: ReactNode;
  /** Tap to explain: opens the rule behind the row. `explainLabel` names the button. */
  onExplain?: () => void;
  explainLabel?: string;
  /** The row that counts: the total, what arrives. */
  strong?: boolean;
};

/** Facts in pairs: fee, arrives, time, hash. */
export function KeyValue({ rows }: { rows: readonly KeyValueRow[] }) {
  return (
    <dl className={css.rows}>
      {rows.map((row) => (
        <div key={row.key} className={css.row} data-strong={row.strong ? '' : undefined}>
          <dt className={css.label}>
            {row.label}
            {row.onExplain !== undefined && (
              <button
                type="button"
                className={css.explain}
                aria-label={row.explainLabel}
                onClick={row.onExplain}
              >
                <IconInfo size={16} />
              </button>
            )}
          </dt>
          <dd className={css.value}>
            {row.value}
            {row.note !== undefined && <div className={css.note}>{row.note}</div>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
