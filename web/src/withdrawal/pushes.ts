import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const withdrawalPushes = {
  withdrawal: () => refresh('Wallet/Withdrawals', 'Wallet/Locks'),
  halt: () => refresh('index', 'Wallet/Status', 'Wallet/WithdrawQuote', 'Wallet/Withdrawals'),
} satisfies Partial<PushHandlers>;
