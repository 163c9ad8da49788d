import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const assetPushes = {
  balance: () => refresh('Users/Balance', 'trade/GetUserBalanceRecord', 'Wallet/Locks', 'Users/myaccount'),
} satisfies Partial<PushHandlers>;
