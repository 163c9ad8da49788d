import type { ReactNode } from 'react';
import css from './result.module.css';

export type ResultProps = {
  /** What was done: "Bought 12.5 OPEN". */
  title: ReactNode;
  /** The `Figure`, size hero. */
  figure?: ReactNode;
  /** What happens next, facts, buttons, folded details. */
  children?: ReactNode;
};

/** What came of it, with a tick that is drawn once. Read out when it appears. */
export function Result({ title, figure, children }: ResultProps) {
  return (
    <section className={css.result} data-result="done">
      <header className={css.head} aria-live="polite">
        <svg className={css.tick} viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
          <circle className={css.ring} cx="32" cy="32" r="29" pathLength="1" />
          <path className={css.check} d="m20 33.5 8.5 8.5L45 24" pathLength="1" />
        </svg>
        <h2 className={css.title}>{title}</h2>
        {figure}
      </header>
      {children !== undefined && <div className={css.next}>{children}</div>}
    </section>
  );
}

/** The same as one line, before it leaves. */
export function ResultLine({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className={css.line} data-result="done">
      <svg className={css.small} viewBox="0 0 64 64" width="24" height="24" aria-hidden="true">
        <circle cx="32" cy="32" r="29" />
        <path d="m20 33.5 8.5 8.5L45 24" />
      </svg>
      <span className={css.text}>{title}</span>
      {children}
    </div>
  );
}
