import { type ComponentType, lazy } from 'react';
import type { GuardedCall } from '../platform/access.ts';
import type { TextKey } from '../platform/texts.ts';

/** `reads` is the call that fills the screen: who may not make it does not see the screen in the menu. */
export type ConsoleRoute = {
  path: string;
  title: TextKey;
  reads: GuardedCall;
  screen: ComponentType;
};

/** One row per screen, in the order of the menu. */
export const routes: readonly ConsoleRoute[] = [
  {
    path: '/withdrawals',
    title: 'withdrawals',
    reads: 'Admin/Withdrawals',
    screen: lazy(() =>
      import('../withdrawal/withdrawals-screen.tsx').then((m) => ({ default: m.WithdrawalsScreen })),
    ),
  },
  {
    path: '/deposits',
    title: 'deposits',
    reads: 'Admin/Deposits',
    screen: lazy(() => import('../deposit/deposits-screen.tsx').then((m) => ({ default: m.DepositsScreen }))),
  },
  {
    path: '/halts',
    title: 'halts',
    reads: 'Admin/Halts',
    screen: lazy(() => import('../operator/halts-screen.tsx').then((m) => ({ default: m.HaltsScreen }))),
  },
  {
    path: '/payments',
    title: 'payments',
    reads: 'Admin/UnmatchedPayments',
    screen: lazy(() =>
      import('../withdrawal/payments-screen.tsx').then((m) => ({ default: m.PaymentsScreen })),
    ),
  },
  {
    path: '/ledger',
    title: 'ledger',
    reads: 'Admin/LedgerEntries',
    screen: lazy(() => import('../operator/ledger-screen.tsx').then((m) => ({ default: m.LedgerScreen }))),
  },
  {
    path: '/reorg',
    title: 'reorg',
    reads: 'Admin/Reorg',
    screen: lazy(() => import('../reserve/reorg-screen.tsx').then((m) => ({ default: m.ReorgScreen }))),
  },
  {
    path: '/audit',
    title: 'audit',
    reads: 'Admin/Audit',
    screen: lazy(() => import('../operator/audit-screen.tsx').then((m) => ({ default: m.AuditScreen }))),
  },
  {
    path: '/health',
    title: 'health',
    reads: 'Admin/Health',
    screen: lazy(() => import('../operator/health-screen.tsx').then((m) => ({ default: m.HealthScreen }))),
  },
];
