import { z } from 'zod';
import { defineCall, open } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, nothing, timeOut } from '../kit/schema.ts';
import { activityStates, bonusRefusals } from './rules.ts';

export const bonusKinds = ['first', 'deposit'] as const;
export type BonusKind = (typeof bonusKinds)[number];

/** `held`: the deposit has to stay for a while; `given`: it is a reward, to be claimed; `refused`: says why. */
export const bonusStatuses = ['held', 'given', 'refused'] as const;
export type BonusStatus = (typeof bonusStatuses)[number];

export const activityBonus = z.object({
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
        /** Bonus power that was given and is not claimed yet (Users/linqu, kind `bonus`). */
        claimable: amountOut,
        bonuses: z.array(activityBonus),
      })
      .nullable(),
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
