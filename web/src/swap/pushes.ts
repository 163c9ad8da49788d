import { onScreensOnly } from '../platform/live.ts';
import type { PushHandlers } from '../platform/live.ts';
import { moveAnswer } from '../platform/move-answer.ts';
import { refresh } from '../platform/query.ts';
import { mergePool } from './trade/use-trade-pool.ts';
import type { Pool } from './trade/use-trade-pool.ts';

export const swapPushes = {
  /** The pool is the same one on every screen; lists of trades are moved by the screens that show them. */
  trade: (message) => {
    moveAnswer<Pool>(['trade/Pool', {}], (known) => mergePool(known, message));
    if (message.gone) return refresh('trade/Trades');
  },
  candle: onScreensOnly,
  'tx.trade': () => refresh('trade/Trades'),
} satisfies Partial<PushHandlers>;
