import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, coinId, idText, nothing, paging, timeOut, txHash } from '../kit/schema.ts';
import { powerKinds } from './power.ts';

export const getMyEnergy = defineCall({
  path: 'Users/GetMyEnergy',
  summary: 'Hash power: what one has of each kind, what is used up, and whether mining is active.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** Left of what was minted. */
    personal: amountOut,
    dynamic: amountOut,
    bonus: amountOut,
    /** Used up, of all kinds. */
    out: amountOut,
    /** Personal power of everybody below. */
    team: amountOut,
    /** What the next settlement counts: old enough, and only while mining is active with that. */
    active: amountOut,
    /** Mining is active above this much personal power; with `inclusive` from it on. */
    threshold: amountOut,
    inclusive: z.boolean(),
    mining: z.boolean(),
    /** EQUITY left: each POY needs one. */
    equity: amountOut,
  }),
});

const byKind = z.object({ personal: amountOut, dynamic: amountOut, bonus: amountOut });

export const castInfo = defineCall({
  path: 'Cast/Info',
  summary:
    'Where one stands with hash power: what is missing for mining, and from when new power takes part.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    personal: amountOut,
    dynamic: amountOut,
    bonus: amountOut,
    threshold: amountOut,
    inclusive: z.boolean(),
    mining: z.boolean(),
    /** Personal power that is missing until mining is active. */
    missing: amountOut,
    /** What the settlement at `next` counts. */
    active: amountOut,
    /** All that was ever granted of each kind, and what is old enough for that settlement. */
    granted: byKind,
    old: byKind,
    /** Claimable yield has a claim on this much: it does not count. */
    spokenfor: z.object({ dynamic: amountOut, bonus: amountOut }),
    next: timeOut,
    /** Younger than a day: the settlement that counts it first. */
    waiting: z.array(z.object({ amount: amountOut, from: timeOut })),
    /** All that the bound wallet ever minted: power, OPEN consumed, its value in USDT then, OPEN burned. */
    minted: z.object({ power: amountOut, open: amountOut, value: amountOut, burned: amountOut }),
  }),
});

/** What every record of minting has (specification §3). */
const record = z.object({
  id: z.string(),
  time: timeOut,
  consumed: amountOut,
  obtained: amountOut,
  price: amountOut,
  hash: txHash,
  /** `seen`: in a block that can still change. */
  status: z.enum(['seen', 'final']),
  block: z.number().int(),
});

export const castRecords = defineCall({
  path: 'Cast/Records',
  summary: 'Hash power that one’s wallet minted, newest first: OPEN consumed, power obtained, USDT per OPEN.',
  access: member,
  answer: 'list',
  input: z.strictObject({ id: idText.optional(), ...paging }),
  output: record.extend({
    /** What the consumed OPEN was worth, in USDT. */
    value: amountOut,
    /** OPEN burned, and OPEN that went to the market-value pool. */
    burned: amountOut,
    tomarket: amountOut,
  }),
});

export const castDeductions = defineCall({
  path: 'Cast/Deductions',
  summary: 'Hash power that was used up, newest first: personal by the day’s yield, the others by claims.',
  access: member,
  answer: 'list',
  input: z.strictObject({ kind: z.enum(powerKinds).optional(), ...paging }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    kind: z.enum(powerKinds),
    amount: amountOut,
    /** What of this kind was left after it. */
    remaining: amountOut,
  }),
});

export const castGrants = defineCall({
  path: 'Cast/Grants',
  summary: 'Dynamic hash power that one was granted, newest first: for whose fees, and what of it is left.',
  access: member,
  answer: 'list',
  input: z.strictObject(paging),
  output: z.object({
    id: z.string(),
    /** The end of the day whose fees it is for. */
    time: timeOut,
    amount: amountOut,
    left: amountOut,
    /** Who paid them, masked. */
    payer: z.string().nullable(),
  }),
});

export const usdoInfo = defineCall({
  path: 'Usdo/Info',
  summary: 'What one’s wallet minted of USDO and redeemed altogether, and what selling OPEN for it cost.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    minted: amountOut,
    fromusdt: amountOut,
    fromopen: amountOut,
    /** OPEN given for it, the burned part included. */
    open: amountOut,
    /** USDT. */
    fees: amountOut,
    /** OPEN. */
    burned: amountOut,
    redeemed: amountOut,
  }),
});

export const usdoRecords = defineCall({
  path: 'Usdo/Records',
  summary: 'USDO that one’s wallet minted and redeemed, newest first, with the price that was got.',
  access: member,
  answer: 'list',
  input: z.strictObject({ type: z.enum(['mint', 'redeem']).optional(), id: idText.optional(), ...paging }),
  output: record.extend({
    type: z.enum(['mint', 'redeem']),
    /** What was consumed. */
    paidwith: coinId,
    /** Community fee in USDT, OPEN burned; both zero unless OPEN was sold. */
    fee: amountOut,
    burned: amountOut,
  }),
});

export const mintingMoved = definePush({
  push: 'tx.minting',
  summary: 'A minting or redeeming of one’s wallet is seen, final or gone again.',
  to: 'member',
  data: z.strictObject({ id: z.string(), hash: txHash, status: z.enum(['seen', 'final', 'orphaned']) }),
});
