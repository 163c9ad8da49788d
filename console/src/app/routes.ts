import { type ComponentType, lazy } from 'react';
import type { TextKey } from '../platform/texts.ts';

export type ConsoleRoute = { path: string; title: TextKey; screen: ComponentType };

/** One row per screen, in the order of the menu. */
export const routes: readonly ConsoleRoute[] = [
  {
    path: '/withdrawals',
    title: 'withdrawals',
    screen: lazy(() =>
      import('../withdrawal/withdrawals-screen.tsx').then((m) => ({ default: m.WithdrawalsScreen })),
    ),
  },
  {
    path: '/deposits',
    title: 'deposits',
    screen: lazy(() => import('../deposit/deposits-screen.tsx').then((m) => ({ default: m.DepositsScreen }))),
  },
  {
    path: '/ledger',
    title: 'ledger',
    screen: lazy(() => import('../operator/ledger-screen.tsx').then((m) => ({ default: m.LedgerScreen }))),
  },
  {
    path: '/audit',
    title: 'audit',
    screen: lazy(() => import('../operator/audit-screen.tsx').then((m) => ({ default: m.AuditScreen }))),
  },
  {
    path: '/health',
    title: 'health',
    screen: lazy(() => import('../operator/health-screen.tsx').then((m) => ({ default: m.HealthScreen }))),
  },
];
