import type { CallPath } from '@openmere/core/calls.ts';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';

type RefreshableProps = {
  calls: readonly CallPath[];
  /** What else is read anew: from the chain, not from the server. */
  also?: () => unknown;
  children: ReactNode;
};

/** Pulling the page down reads these calls anew. */
export function Refreshable({ calls, also, children }: RefreshableProps) {
  return (
    <PullToRefresh
      busyLabel={useTexts('app')('loading')}
      onRefresh={() => Promise.all([also?.(), refresh(...calls)])}
    >
      {children}
    </PullToRefresh>
  );
}
