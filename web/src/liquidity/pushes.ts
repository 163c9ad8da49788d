import type { PushHandlers } from '../platform/live.ts';
import { refresh } from '../platform/query.ts';

export const liquidityPushes = {
  'tx.liquidity': () => refresh('trade/Liquidity', 'trade/LiquidityRecords', 'trade/Pool', 'Users/Balance'),
} satisfies Partial<PushHandlers>;
