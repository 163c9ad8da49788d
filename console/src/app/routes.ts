import { adminDeposits } from '@openmere/core/deposit/contract.ts';
import type { Call } from '@openmere/core/kit/call.ts';
import { adminAudit, adminHealth, adminLedgerEntries } from '@openmere/core/operator/contract.ts';
import { adminWithdrawals } from '@openmere/core/withdrawal/contract.ts';
import { type ComponentType, lazy } from 'react';
import type { TextKey } from '../platform/texts.ts';

/** `reads` is the call that fills the screen: who may not make it does not see the screen in the menu. */
export type ConsoleRoute = {
  path: string;
  title: TextKey;
  reads: Pick<Call, 'access'>;
  screen: ComponentType;
};

/** One row per screen, in the order of the menu. */
export const routes: readonly ConsoleRoute[] = [
  {
    path: '/withdrawals',
    title: 'withdrawals',
    reads: adminWithdrawals,
    screen: lazy(() =>
      import('../withdrawal/withdrawals-screen.tsx').then((m) => ({ default: m.WithdrawalsScreen })),
    ),
  },
  {
    path: '/deposits',
    title: 'deposits',
    reads: adminDeposits,
    screen: lazy(() => import('../deposit/deposits-screen.tsx').then((m) => ({ default: m.DepositsScreen }))),
  },
  {
    path: '/ledger',
    title: 'ledger',
    reads: adminLedgerEntries,
    screen: lazy(() => import('../operator/ledger-screen.tsx').then((m) => ({ default: m.LedgerScreen }))),
  },
  {
    path: '/audit',
    title: 'audit',
    reads: adminAudit,
    screen: lazy(() => import('../operator/audit-screen.tsx').then((m) => ({ default: m.AuditScreen }))),
  },
  {
    path: '/health',
    title: 'health',
    reads: adminHealth,
    screen: lazy(() => import('../operator/health-screen.tsx').then((m) => ({ default: m.HealthScreen }))),
  },
];
