import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { IconRefresh } from './icon/arrow.tsx';
import css from './error-state.module.css';

export type ErrorStateProps = {
  title: ReactNode;
  /** What happened and what to do. */
  children?: ReactNode;
  retryLabel?: string;
  /** The button spins while the promise is pending. */
  onRetry?: () => unknown;
  /** Reference number for support, selectable. */
  reference?: string | undefined;
  drawing?: 'failed' | 'offline' | 'locked';
};

/** Something could not be loaded: says so, and tries again. */
export function ErrorState({
  title,
  children,
  retryLabel,
  onRetry,
  reference,
  drawing = 'failed',
}: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        title={title}
        drawing={drawing}
        action={
          retryLabel !== undefined && (
            <Button tone="secondary" icon={<IconRefresh size={20} />} onPress={onRetry}>
              {retryLabel}
            </Button>
          )
        }
      >
        {children}
        {reference !== undefined && <p className={css.reference}>{reference}</p>}
      </EmptyState>
    </div>
  );
}
