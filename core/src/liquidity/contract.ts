import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, idText, nothing, paging, timeOut, txHash } from '../kit/schema.ts';

/** What removing held back for re-adding (rulebook §6). */
export const holdRow = z.object({
  /** Number of the hold in the desk, per member. */
  id: z.number().int(),
  /** OUSD still held. */
  amount: amountOut,
  /** From then on it is the member's without re-adding. */
  releaseat: timeOut,
});

export const liquidityPosition = defineCall({
  path: 'trade/Liquidity',
  summary: 'One’s liquidity: what was paid in, what it is worth, what only holding would be, what is held.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** The bound wallet that the position belongs to; null: none bound, everything below is zero. */
    address: z.string().nullable(),
    lp: amountOut,
    /** LP that came of re-adding a held amount and cannot be removed yet, and until when. */
    locks: z.array(z.object({ lp: amountOut, freeat: timeOut })),
    lplocked: amountOut,
    /** Part of the pool in percent, rounded down. */
    share: amountOut,
    /** What the LP stands for now. */
    usdt: amountOut,
    open: amountOut,
    /** Coins paid in, less the part already taken out (average cost). */
    paidinusdt: amountOut,
    paidinopen: amountOut,
    /** USDT at the average price of the moment of each adding. */
    paidinvalue: amountOut,
    /** USDT now, at the pool's price. */
    value: amountOut,
    /** The coins paid in, valued now: what only holding would be worth. */
    heldvalue: amountOut,
    /** USDT, from the growth of the pool per LP. */
    feesearned: amountOut,
    /** OUSD ever obtained by removing. */
    ousdobtained: amountOut,
    /** value − paidinvalue, signed. */
    net: amountOut,
    /** What removing has brought at the time, less what that part had cost, signed; null after shares were taken out as they are. */
    realised: amountOut.nullable(),
    holds: z.array(holdRow),
    heldtotal: amountOut,
    /** Since when the guard has lifted the hold (OUSD is paused): removing pays USDT, whole; null while it holds. */
    holdliftedat: timeOut.nullable(),
    /** The desk's own terms: the least USDT of an adding, and what it holds back of a removal, for how long. */
    minimumadd: amountOut,
    holdbps: z.int().check(z.nonnegative()),
    holdseconds: z.int().check(z.nonnegative()),
    equity: z.object({
      balance: amountOut,
      earned: amountOut,
      spent: amountOut,
      cap: amountOut,
      /** How much can be earned now. */
      room: amountOut,
      /** True: at the cap; nothing is earned until `again` more than now has been spent. */
      capped: z.boolean(),
      again: amountOut,
      /** What of one’s liquidity counts: paid in net of removed, at the value when it was paid in (all of one’s accounts). */
      counted: amountOut,
      /** The highest sum that EQUITY was granted for: only what lies above it earns. */
      mark: amountOut,
      /** What is earned at which settlement (00:00 UTC) if nothing is removed before, as far as the cap lets. */
      due: z.array(z.object({ amount: amountOut, at: timeOut })),
      /** The settlement at which an adding made now earns, and what it would have to lie above. */
      next: z.object({ at: timeOut, above: amountOut }),
    }),
    block: z.number().int(),
    asof: timeOut,
  }),
  errors: ['swap.nopool'],
});

/** `inkind`: shares taken out as they are, while the pool’s dollar is frozen. */
const recordTypes = ['add', 'remove', 'inkind', 'readd', 'release', 'redeem'] as const;

export const liquidityRecords = defineCall({
  path: 'trade/LiquidityRecords',
  summary: 'Adding, removing, re-adding, releases and redemptions of one’s wallet, newest first.',
  access: member,
  answer: 'list',
  input: z.strictObject({
    type: z.enum(recordTypes).optional(),
    id: idText.optional(),
    ...paging,
  }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    type: z.enum(recordTypes),
    /** Order amount: USDT value of both sides at the 30-minute average. */
    amount: amountOut,
    usdt: amountOut,
    open: amountOut,
    /** Order LP, and its worth in USDT at that moment's reserves. */
    lp: amountOut,
    lpvalue: amountOut,
    /** OUSD paid to the member, and OUSD held for re-adding (remove); taken from what was held (readd). */
    ousd: amountOut,
    ousdheld: amountOut,
    releaseat: timeOut.nullable(),
    /** Granted at once for this record: those from before the daily settlement only. */
    equity: amountOut,
    /** The value that counts towards EQUITY, and the first settlement at which it can earn; null where nothing counts. */
    counts: amountOut,
    settlesat: timeOut.nullable(),
    hash: txHash,
    status: z.enum(['seen', 'final']),
    block: z.number().int(),
  }),
});

export const liquidityMoved = definePush({
  push: 'tx.liquidity',
  summary: 'A transaction of one’s liquidity is seen, final or gone again.',
  to: 'member',
  data: z.strictObject({ id: z.string(), hash: txHash, status: z.enum(['seen', 'final', 'orphaned']) }),
});
