import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { amountOut, idText, nothing, paging, timeOut } from '../kit/schema.ts';
import { rewardDetail, rewardRow } from './contract.ts';
import { rewardPools, settledPools } from './kinds.ts';

/** A UTC day such as 2026-01-31. */
const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
const readers = operator('risk', 'finance', 'admin');

/** What is divided of one coin: what there is, what members can claim, what is reserved for POY, and what goes on to other pools. */
const sums = z.array(
  z.object({
    coinid: z.string(),
    funded: amountOut,
    due: amountOut,
    poy: amountOut,
    leadership: amountOut,
    contribution: amountOut,
    marketvalue: amountOut,
  }),
);

export const adminSettlements = defineCall({
  path: 'Admin/Settlements',
  summary: 'Settlement runs, newest first: pool, period, how far each is, and what it divided.',
  access: readers,
  answer: 'list',
  input: z.strictObject({ pool: z.enum(settledPools).optional(), ...paging }),
  output: z.object({
    pool: z.enum(settledPools),
    period: day,
    days: z.int(),
    /** `opened`: fees are gathered; `written`: decided, being paid; `settled`. */
    state: z.enum(['opened', 'written', 'settled']),
    opened: timeOut,
    settled: timeOut.nullable(),
    sums,
  }),
});

export const adminSettlementNext = defineCall({
  path: 'Admin/SettlementNext',
  summary:
    'How the settling job stands, and what each pool’s next settlement would divide if its period ended now.',
  access: readers,
  answer: 'data',
  input: nothing,
  output: z.object({
    /** Null before its first run. */
    job: z
      .object({
        started: timeOut,
        finished: timeOut.nullable(),
        failed: timeOut.nullable(),
        failures: z.int(),
        error: z.string().nullable(),
      })
      .nullable(),
    /** Runs that were begun and are not done. */
    open: z.int(),
    next: z.array(
      z.object({
        pool: z.enum(settledPools),
        period: day,
        /** When the period ends. */
        ends: timeOut,
        made: timeOut,
        tookms: z.int(),
        claimable: z.int(),
        notqualified: z.int(),
        sums,
      }),
    ),
  }),
});

export const adminSettlementRun = defineCall({
  path: 'Admin/SettlementRun',
  summary:
    'Asks the settler to go on with what is due, or to compute the previews anew. Nothing is settled twice by it.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ what: z.enum(['settle', 'preview']) }),
  output: z.object({ asked: timeOut }),
});

export const adminMemberRewards = defineCall({
  path: 'Admin/MemberRewards',
  summary: 'A member’s rewards, newest first.',
  access: readers,
  answer: 'list',
  input: z.strictObject({ userid: idText, ...paging }),
  output: rewardRow.extend({ pool: z.string(), period: day }),
  errors: ['operator.nomember'],
});

export const adminRewardExplain = defineCall({
  path: 'Admin/RewardExplain',
  summary: 'How one reward of a member came about, step by step.',
  access: readers,
  answer: 'data',
  input: z.strictObject({ userid: idText, id: idText }),
  output: rewardDetail.output,
  errors: ['reward.notfound'],
});

export const adminPools = defineCall({
  path: 'Admin/Pools',
  summary: 'The pools: what each holds, how long it lasts, and what becomes of them when nobody new joins.',
  access: readers,
  answer: 'data',
  input: nothing,
  output: z.object({
    pools: z.array(
      z.object({
        pool: z.enum(rewardPools),
        sums: z.array(
          z.object({
            coinid: z.string(),
            balance: amountOut,
            funded: amountOut,
            paid: amountOut,
            funded30: amountOut,
            paid30: amountOut,
            runwaydays: z.int().nullable(),
          }),
        ),
        next: timeOut.nullable(),
      }),
    ),
    /** No new member, deposit or fee from now on; USDT. Null before the first preview of the yield. */
    projection: z
      .object({
        /** Of when the power and the EQUITY are that yield draws on. */
        asof: timeOut,
        power: amountOut,
        equity: amountOut,
        days: z.array(
          z.object({
            day: z.int(),
            balances: z.array(z.object({ pool: z.enum(rewardPools), balance: amountOut })),
            paid: amountOut,
            setaside: amountOut,
          }),
        ),
      })
      .nullable(),
  }),
});
