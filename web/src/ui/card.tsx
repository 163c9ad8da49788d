import type { ReactNode } from 'react';
import css from './card.module.css';

export type CardProps = {
  children: ReactNode;
  /** No inner margin: for lists and pictures that reach the edge. */
  flush?: boolean;
  /** `quiet` lies on the page without a plate of its own. */
  tone?: 'plain' | 'quiet';
};

/** A plate on the page: things that belong together. */
export function Card({ children, flush, tone = 'plain' }: CardProps) {
  return (
    <div className={css.card} data-flush={flush ? '' : undefined} data-tone={tone}>
      {children}
    </div>
  );
}
