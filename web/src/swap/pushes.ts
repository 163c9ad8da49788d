import type { QueryKey } from '@tanstack/react-query';
import type { PushHandlers } from '../platform/live.ts';
import { moveAnswer } from '../platform/move-answer.ts';
import { queryClient, refresh } from '../platform/query.ts';
import { mergePool } from './trade/use-trade-pool.ts';
import type { Pool } from './trade/use-trade-pool.ts';

/** Copies that no screen shows, and so none moves by what it hears, are old. */
const leaveOld = (queryKey: QueryKey): Promise<void> =>
  queryClient.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' });

export const swapPushes = {
  /** The pool is the same one on every screen; lists of trades, and candles, are moved by the screens that show them. */
  trade: (message) => {
    moveAnswer<Pool>(['trade/Pool', {}], (known) => mergePool(known, message));
    if (message.gone) return refresh('trade/Trades');
    if (message.trade) return leaveOld(['trade/Trades', { scope: 'all' }]);
  },
  candle: ({ interval }) => leaveOld(['trade/Kline', { interval }]),
  'tx.trade': () => refresh('trade/Trades'),
} satisfies Partial<PushHandlers>;
