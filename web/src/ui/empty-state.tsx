import type { ReactNode } from 'react';
import { Drawing } from './drawing.tsx';
import type { DrawingKind } from './drawing.tsx';
import css from './empty-state.module.css';

export type EmptyStateProps = {
  /** What this place is for. */
  title: ReactNode;
  children?: ReactNode;
  drawing?: DrawingKind;
  /** The first step: a `Button`. */
  action?: ReactNode;
};

/** A place with nothing in it yet: says what it is for and offers the first step. */
export function EmptyState({ title, children, drawing = 'water', action }: EmptyStateProps) {
  return (
    <div className={css.state}>
      <Drawing kind={drawing} />
      <h2 className={css.title}>{title}</h2>
      {children !== undefined && <div className={css.body}>{children}</div>}
      {action !== undefined && <div className={css.action}>{action}</div>}
    </div>
  );
}
