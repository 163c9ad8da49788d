import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, decimalText, idText, nothing, paging, requestId, timeOut } from '../kit/schema.ts';
import { rewardKinds, rewardPools, rewardStatuses } from './kinds.ts';

/** What a sum is counted in: a coin of the ledger, or `POWER`, bonus hash power that a claim grants. */
const unit = z.string().regex(/^[A-Z]{2,10}$/);
const settlementState = z.enum(['pending', 'settled']);
/** A UTC day such as 2026-01-31. */
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

export const rewardRow = z.object({
  id: z.string(),
  serial: z.string(),
  time: timeOut,
  kind: z.enum(rewardKinds),
  coinid: unit,
  total: amountOut,
  status: z.enum(rewardStatuses),
  settlement: settlementState,
  description: z.string(),
});

export const rewards = defineCall({
  path: 'Users/Rewards',
  summary: 'One’s rewards, newest first: of a kind, in a state.',
  access: member,
  answer: 'list',
  input: z.strictObject({
    kind: z.enum(rewardKinds).optional(),
    status: z.enum(rewardStatuses).optional(),
    ...paging,
  }),
  output: rewardRow,
});

export const rewardStepKinds = ['fee', 'sum', 'share', 'pool', 'settled', 'claimed'] as const;

/**
 * One step of how a sum came about. `fee`: a fee event, what was paid and the part of it that was divided. `sum`: all such
 * parts of this payer and day. `share`: what of it is the member's, at a rate less what was already paid below, or by a weight.
 * `pool`: where the money comes from. `settled`, `claimed`: when.
 */
const rewardStep = z.object({
  step: z.enum(rewardStepKinds),
  time: timeOut.nullable(),
  /** `usdo`: OPEN turned into USDO. */
  event: z.enum(['swap', 'usdo', 'transfer', 'withdrawal', 'mall']).nullable(),
  /** Masked. */
  payer: z.string().nullable(),
  fee: amountOut.nullable(),
  level: z.int().nullable(),
  /** Percent. */
  rate: amountOut.nullable(),
  alreadypaid: amountOut.nullable(),
  weight: amountOut.nullable(),
  weighttotal: amountOut.nullable(),
  /** Of a payer's `sum`: how many fee events it is of; at most 100 of them stand as steps. */
  count: z.int().nullable(),
  amount: amountOut,
  coinid: unit,
  pool: z.enum(rewardPools).nullable(),
});

export const rewardDetail = defineCall({
  path: 'Users/RewardDetail',
  summary: 'One reward, and step by step how its sum came about.',
  access: member,
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: rewardRow.extend({
    steps: z.array(rewardStep),
    /** Why it was not qualified, and by how much. */
    reason: z.string().optional(),
  }),
  errors: ['reward.notfound'],
});

export const claimRewards = defineCall({
  path: 'Users/linqu',
  summary: 'Claims one reward, all of a kind, or all.',
  access: member,
  answer: 'data',
  transport: 'body',
  input: z.strictObject({ requestId, id: idText.optional(), kind: z.enum(rewardKinds).optional() }),
  output: z.object({
    count: z.int(),
    claimed: z.array(z.object({ coinid: unit, amount: amountOut })),
    /** A request claims at most 5,000 records; whether some of the same are left for the next. */
    more: z.boolean(),
  }),
  errors: [
    'member.notactivated',
    'reward.notfound',
    'reward.nothing',
    'reward.nothingpower',
    'ledger.keyconflict',
  ],
});

export const totalsByKind = defineCall({
  path: 'Users/mytotal',
  summary: 'All one ever earned, by kind and coin; of it what can be claimed now.',
  access: member,
  answer: 'list',
  input: nothing,
  output: z.object({
    kind: z.enum(rewardKinds),
    coinid: unit,
    total: amountOut,
    claimable: amountOut,
    claimed: amountOut,
    count: z.int(),
  }),
});

export const totalsByCoin = defineCall({
  path: 'Users/TotalMy',
  summary: 'All one ever earned, by coin; of it what can be claimed now.',
  access: member,
  answer: 'list',
  input: nothing,
  output: z.object({
    coinid: unit,
    total: amountOut,
    claimable: amountOut,
    claimed: amountOut,
    /** Of the last settled day. */
    yesterday: amountOut,
  }),
});

export const totalsByDay = defineCall({
  path: 'Users/TotalDayMy',
  summary: 'What one earned by UTC day and coin, oldest first; the last 30 days, or a range of at most 366.',
  access: member,
  answer: 'list',
  input: z.strictObject({ from: day.optional(), to: day.optional() }),
  output: z.object({ day, coinid: unit, total: amountOut }),
  errors: ['reward.badrange'],
});

export const redeemPoy = defineCall({
  path: 'Wallet/RedeemPoy',
  summary: 'Turns POY into USDT, one to one.',
  access: member,
  answer: 'data',
  transport: 'body',
  input: z.strictObject({ requestId, amount: decimalText }),
  output: z.object({ id: z.string(), time: timeOut, amount: amountOut, received: amountOut }),
  errors: ['reward.badamount', 'ledger.insufficient', 'ledger.keyconflict'],
});

export const pools = defineCall({
  path: 'Reward/Pools',
  summary: 'Each pool: funded by what and when, what it holds, what it paid, how long it lasts.',
  access: open,
  answer: 'list',
  input: nothing,
  output: z.object({
    pool: z.enum(rewardPools),
    /** One row a coin; USDT first. */
    sums: z.array(
      z.object({
        coinid: unit,
        balance: amountOut,
        funded: amountOut,
        paid: amountOut,
        /** Of the last 30 UTC days, today included. */
        funded30: amountOut,
        paid30: amountOut,
        /** Whole days that the balance lasts at what was paid in these days, or since it first had any; null where nothing was. */
        runwaydays: z.int().nullable(),
      }),
    ),
    /** What filled it, by kind of entry, largest first; `kind` is the ledger's word, `description` in plain words. */
    sources: z.array(
      z.object({
        kind: z.string(),
        description: z.string(),
        coinid: unit,
        amount: amountOut,
        last: timeOut,
      }),
    ),
    /**
     * Its last settlement that is done: for the time up to `ends`, carried out at `settled`. Of each coin what went to members, to the
     * weekly pools, and to the market-value pool. Null before the first, and where an operator decides.
     */
    last: z
      .object({
        ends: timeOut,
        settled: timeOut,
        sums: z.array(
          z.object({ coinid: unit, members: amountOut, weekly: amountOut, marketvalue: amountOut }),
        ),
      })
      .nullable(),
    /** What it holds goes out at this time, by its rule; null where an operator decides. */
    next: timeOut.nullable(),
  }),
});

export const rewardSettled = definePush({
  push: 'reward',
  summary: 'A pool was settled for a period: new rewards stand in the records.',
  to: 'everyone',
  data: z.strictObject({ pool: z.enum(rewardPools), period: z.int() }),
});
