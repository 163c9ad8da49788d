import type { CallPath } from '@openmere/core/calls.ts';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { refresh } from '../platform/query.ts';
import { PullToRefresh } from '../ui/pull-to-refresh.tsx';

/** Pulling the page down reads these calls anew. */
export function Refreshable({ calls, children }: { calls: readonly CallPath[]; children: ReactNode }) {
  return (
    <PullToRefresh busyLabel={useTexts('app')('loading')} onRefresh={() => refresh(...calls)}>
      {children}
    </PullToRefresh>
  );
}
