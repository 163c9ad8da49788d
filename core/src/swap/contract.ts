import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, chainAddress, idText, limitText, paging, timeOut, txHash } from '../kit/schema.ts';

/** Candle intervals (rulebook §7), as they travel. */
export const intervals = ['1m', '30m', '1h', '4h', '1d', '1w'] as const;
export type Interval = (typeof intervals)[number];

export const pool = defineCall({
  path: 'trade/Pool',
  summary: 'Price, reserves, fees and the last 24 hours of the OPEN/USDT pool.',
  access: open,
  answer: 'data',
  input: z.strictObject({}),
  output: z.object({
    /** USDT per OPEN, from the reserves (mid price), 18 places, rounded down. */
    price: amountOut,
    /** Percent with two places; null while the pool is younger than 24 hours. */
    change24h: amountOut.nullable(),
    reserveusdt: amountOut,
    reserveopen: amountOut,
    /** All LP ever issued less burned. */
    lptotal: amountOut,
    /** The pair's own `kLast`, a whole number: above 0 where its operator takes a cut of the fees as new LP (PancakeSwap). */
    klast: z.string().regex(/^(0|[1-9]\d{0,77})$/),
    /** OPEN burned since the beginning, by whomever. */
    burned: amountOut,
    /** USDT. */
    volume24h: amountOut,
    volumeopen24h: amountOut,
    high24h: amountOut,
    low24h: amountOut,
    trades24h: z.number().int(),
    /** The rates in force, read from the contracts. */
    fees: z.object({
      poolbps: z.number().int(),
      communitybps: z.number().int(),
      burnbps: z.number().int(),
    }),
    /** The oracle's 30-minute average; null while it is not ready. */
    twap: amountOut.nullable(),
    /** False: "temporarily not tradable". */
    tradable: z.boolean(),
    block: z.number().int(),
    asof: timeOut,
  }),
  errors: ['swap.nopool'],
});

export const candle = z.object({
  opentime: timeOut,
  open: amountOut,
  high: amountOut,
  low: amountOut,
  close: amountOut,
  volumeopen: amountOut,
  volumeusdt: amountOut,
  trades: z.number().int(),
});

export const kline = defineCall({
  path: 'trade/Kline',
  summary: 'Candles, oldest first; `before` is the open time of the oldest candle that the caller has.',
  access: open,
  answer: 'list',
  input: z.strictObject({
    interval: z.enum(intervals),
    before: timeOut.optional(),
    limit: limitText.optional(),
  }),
  output: candle,
});

export const tradeRow = z.object({
  id: z.string(),
  time: timeOut,
  type: z.enum(['buy', 'sell']),
  /** OPEN received (buy) or given, the burned part included (sell). */
  quantity: amountOut,
  /** USDT paid with the fee (buy) or received after the fee (sell). */
  amount: amountOut,
  /** amount / quantity, 18 places, rounded down: what was really paid for one. */
  price: amountOut,
  /** Community fee in USDT. */
  fee: amountOut,
  /** OPEN burned by a sale. */
  burned: amountOut,
  hash: txHash,
  address: chainAddress,
  mine: z.boolean(),
  /** `seen`: in a block that can still change. */
  status: z.enum(['seen', 'final']),
  block: z.number().int(),
});

export const trades = defineCall({
  path: 'trade/Trades',
  summary: 'Trades through the swap desk, newest first: all, one’s own, or one by its id.',
  access: member,
  answer: 'list',
  input: z.strictObject({
    scope: z.enum(['all', 'mine']).optional(),
    type: z.enum(['buy', 'sell']).optional(),
    id: idText.optional(),
    ...paging,
  }),
  output: tradeRow,
});

/** What moves with every block; figures of a day are asked for. */
export const poolFacts = pool.output.pick({
  price: true,
  reserveusdt: true,
  reserveopen: true,
  lptotal: true,
  klast: true,
  burned: true,
  fees: true,
  twap: true,
  tradable: true,
  block: true,
  asof: true,
});

export const marketMoved = definePush({
  push: 'trade',
  summary: 'A trade and the pool after it; or the pool alone; or trades that the chain took back.',
  to: 'everyone',
  data: z.strictObject({
    trade: tradeRow.optional(),
    pool: poolFacts.optional(),
    /** Ids. */
    gone: z.array(z.string()).optional(),
  }),
});

export const candleMoved = definePush({
  push: 'candle',
  summary: 'A candle as it is now; new, or changed by swaps that came or went.',
  to: 'everyone',
  data: z.strictObject({ interval: z.enum(intervals), candle }),
});

export const tradeFinal = definePush({
  push: 'tx.trade',
  summary: 'One’s own trade is final.',
  to: 'member',
  data: z.strictObject({ id: z.string(), hash: txHash, status: z.enum(['final']) }),
});
