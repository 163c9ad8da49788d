import type { ReactNode } from 'react';
import { IconChevronDown } from './icon/arrow.tsx';
import css from './disclosure.module.css';

export type DisclosureProps = { label: ReactNode; children: ReactNode };

/** Details that are there for who wants them, folded until then. */
export function Disclosure({ label, children }: DisclosureProps) {
  return (
    <details className={css.fold}>
      <summary className={css.label}>
        {label}
        <span className={css.chevron}>
          <IconChevronDown size={20} />
        </span>
      </summary>
      <div className={css.inside}>{children}</div>
    </details>
  );
}
