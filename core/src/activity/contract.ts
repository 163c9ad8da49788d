import { z } from 'zod';
import { defineCall, open, operator } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, nothing, paging, searchText, timeOut, txHash } from '../kit/schema.ts';
import { buyBackStates } from './buy-back.ts';
import { activityStates, bonusRefusals } from './rules.ts';

export const bonusKinds = ['first', 'deposit'] as const;
export type BonusKind = (typeof bonusKinds)[number];

/** `held`: the deposit has to stay for a while; `given`: it is a reward, to be claimed; `refused`: says why. */
export const bonusStatuses = ['held', 'given', 'refused'] as const;
export type BonusStatus = (typeof bonusStatuses)[number];

export const activityBonus = z.object({
  id: z.string(),
  kind: z.enum(bonusKinds),
  status: z.enum(bonusStatuses),
  /** When it happened on the chain: the activation, or the deposit. */
  time: timeOut,
  /** Among the first, by the order of the chain; null for a deposit, and for who came too late. */
  place: z.number().int().nullable(),
  /** USDT: the deposit, and what of it has stayed so far; null for an activation. */
  deposit: amountOut.nullable(),
  kept: amountOut.nullable(),
  /** Bonus power: given, or while it is held what there is in it if everything stays as it is. */
  power: amountOut,
  /** When the money has stayed long enough; null for an activation. */
  dueat: timeOut.nullable(),
  reason: z.enum(bonusRefusals).nullable(),
});

export type ActivityBonus = z.output<typeof activityBonus>;

export const activityInfo = defineCall({
  path: 'Activity/Info',
  summary: 'The activity: state, dates, what is left, the tiers, and with a login one’s own bonuses.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** `none`: nothing is planned, the dates are null. */
    state: z.enum(activityStates),
    starts: timeOut.nullable(),
    ends: timeOut.nullable(),
    /** The business clock of this answer, which the state goes by. */
    now: timeOut,
    first: z.object({
      count: z.number().int(),
      left: z.number().int(),
      /** Bonus power for each of them. */
      bonus: amountOut,
    }),
    deposit: z.object({
      tiers: z.array(
        z.object({
          /** USDT. */
          from: amountOut,
          /** Bonus power for each USDT. */
          factor: amountOut,
        }),
      ),
      /** USDT of a deposit that count at most. */
      most: amountOut,
      /** So many days the money stays before the bonus is given. */
      holddays: z.number().int(),
    }),
    /** Null without a login. */
    own: z
      .object({
        activated: z.boolean(),
        /** Their country gets no bonuses. */
        countryoff: z.boolean(),
        /** Bonus power that was given and is not claimed yet (Users/linqu, kind `bonus`). */
        claimable: amountOut,
        bonuses: z.array(activityBonus),
      })
      .nullable(),
  }),
});

export const listActivityPlaces = defineCall({
  path: 'Activity/Places',
  summary:
    'Who has a place among the first, in order, under a hash; with a login one’s own hash and what it is made of.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** Which activity: its first start, which stands in the hashes; null where nothing is planned. */
    round: timeOut.nullable(),
    /** By place, at most 1,000. Block and position of the log in it are the order; null where the wallet was changed since. */
    list: z.array(
      z.object({
        place: z.int(),
        /** SHA-256, in hex, of `round`, a space and the member's id. */
        hash: z.string(),
        time: timeOut,
        block: z.int().nullable(),
        logindex: z.int().nullable(),
      }),
    ),
    own: z.object({ text: z.string(), hash: z.string() }).nullable(),
  }),
});

export const activityBonusMoved = definePush({
  push: 'activity.bonus',
  summary: 'One of one’s bonuses was given, refused, or waits for its deposit to stay.',
  to: 'member',
  data: z.strictObject({ bonus: z.enum(bonusKinds), status: z.enum(bonusStatuses) }),
});

export const activityPlaces = definePush({
  push: 'activity.places',
  summary: 'How many places among the first are left.',
  to: 'everyone',
  data: z.strictObject({ left: z.number().int().check(z.nonnegative()) }),
});

/** A purchase of OPEN with money of the market-value pool. Its OPEN is burned in the same transaction. */
const buyBack = z.object({
  id: z.string(),
  /** When two operators agreed. */
  time: timeOut,
  state: z.enum(buyBackStates),
  /** When it was on the chain, or its time was over. */
  ended: timeOut.nullable(),
  /** USDT that was set aside for it, and is spent when it is done. */
  usdt: amountOut,
  /** The highest price that it may pay, USDT per OPEN. */
  highestprice: amountOut,
  /** What was bought and burned, and at what price; null before. */
  open: amountOut.nullable(),
  price: amountOut.nullable(),
  hash: txHash.nullable(),
});

export const activityPool = defineCall({
  path: 'Activity/Pool',
  summary: 'The market-value pool: what it holds of each coin, what filled it, and its buy-backs.',
  access: open,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** One row a coin; USDT first. */
    sums: z.array(z.object({ coinid: z.string(), balance: amountOut, funded: amountOut, paid: amountOut })),
    /** What filled it, largest first. */
    sources: z.array(
      z.object({
        kind: z.string(),
        description: z.string(),
        coinid: z.string(),
        amount: amountOut,
        last: timeOut,
      }),
    ),
    /** Of all buy-backs that are done: USDT spent, OPEN burned, and how many they are. */
    spent: amountOut,
    burned: amountOut,
    count: z.int(),
    /** Newest first, at most 100. */
    list: z.array(buyBack),
  }),
});

export const adminBonuses = defineCall({
  path: 'Admin/Bonuses',
  summary:
    'Bonuses of the activity, newest first: what each stands on, and why one was refused. `search`: whose.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({ search: searchText.optional(), ...paging }),
  output: activityBonus.extend({
    userid: z.string(),
    nickname: z.string(),
    /** The deposit, or the order of bank money, that it is for; null for an activation. */
    source: z.string().nullable(),
    decided: timeOut,
  }),
});

export const adminBuyBacks = defineCall({
  path: 'Admin/BuyBacks',
  summary: 'Buy-backs, newest first: who agreed to them, what they may pay, and what came of them.',
  access: operator('finance', 'admin'),
  answer: 'list',
  input: nothing,
  output: buyBack.extend({
    maker: z.string(),
    checker: z.string(),
    deadline: timeOut,
    leastopen: amountOut,
    /** Why the contract refused it when it was last tried. */
    refused: z.string().nullable(),
  }),
});

export const adminBuyBackBasis = defineCall({
  path: 'Admin/BuyBackBasis',
  summary: 'What a buy-back can be now: what the pool holds, the market, and the bounds.',
  access: operator('finance', 'admin'),
  answer: 'data',
  input: nothing,
  output: z.object({
    balance: amountOut,
    /** Most USDT of one buy-back. */
    most: amountOut,
    /** USDT per OPEN: the pool’s price, the oracle’s average (null while there is none), and the highest that may be allowed. */
    price: amountOut.nullable(),
    average: amountOut.nullable(),
    highestprice: amountOut.nullable(),
    reserveusdt: amountOut,
    reserveopen: amountOut,
    poolbps: z.int(),
    /** So long an order stands. */
    minutes: z.int(),
    underway: z.boolean(),
    /** The contract is deployed. */
    available: z.boolean(),
  }),
});

export const activityBuyBack = definePush({
  push: 'activity.buyback',
  summary: 'A buy-back was agreed, ordered, done or has expired.',
  to: 'everyone',
  data: z.strictObject({ id: z.string(), state: z.enum(buyBackStates) }),
});
