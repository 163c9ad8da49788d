import type { ReactNode } from 'react';
import css from './spoken.module.css';

/** Text for screen readers only; the owner stands positioned, so that it never widens the page. */
export function Spoken({ children }: { children: ReactNode }) {
  return <span className={css.spoken}>{children}</span>;
}
