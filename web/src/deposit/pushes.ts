import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const depositPushes = {
  deposit: () => refresh('Wallet/Deposits'),
  fiat: () => refresh('Wallet/FiatOrders', 'Wallet/FiatBanks'),
} satisfies Partial<PushHandlers>;
