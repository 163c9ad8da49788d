import { z } from 'zod';
import { defineCall, member, operator } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import {
  amountOut,
  chainAddress,
  coinId,
  moneyRecord,
  paging,
  searchText,
  timeOut,
  txHash,
} from '../kit/schema.ts';

/** `barred`: it may not be credited and waits apart; `returning`, `returned`: it goes, or went, back. */
export const depositStatuses = [
  'seen',
  'credited',
  'ignored',
  'orphaned',
  'barred',
  'returning',
  'returned',
] as const;
export type DepositStatus = (typeof depositStatuses)[number];

/** Why a deposit may not be credited: where its member is from, that they may only leave, or an address on a sanctions list. */
export const depositBars = ['closed', 'country', 'phone', 'exitonly', 'wallet', 'sender'] as const;
export type DepositBar = (typeof depositBars)[number];

export const depositAddress = defineCall({
  path: 'Wallet/DepositAddress',
  summary: 'The member’s own deposit address (a forwarder that can only send to the treasury).',
  access: member,
  answer: 'data',
  input: z.strictObject({ coinid: coinId }),
  output: z.object({
    address: chainAddress,
    chainid: z.number().int(),
    token: chainAddress,
    minimum: amountOut,
    confirmations: z.number().int(),
  }),
  errors: [
    'deposit.badcoin',
    'deposit.barred',
    'deposit.listed',
    'deposit.nocountry',
    'deposit.cooling',
    'deposit.nochain',
  ],
});

/** Where its transfer stands on the chain: block, and index of its log in it. Answers that a device kept from before have none. */
const depositRecord = moneyRecord.extend({
  block: z.number().int().optional(),
  logindex: z.number().int().optional(),
  /** When it was credited, which `time`, when it was seen first, is not. */
  credited: timeOut.nullable().optional(),
});

export const deposits = defineCall({
  path: 'Wallet/Deposits',
  summary:
    'Deposit records, newest first; `status` seen, credited, ignored, orphaned, barred, returning, returned.',
  access: member,
  answer: 'list',
  input: z.strictObject({ ...paging }),
  output: depositRecord,
});

export const depositCheck = defineCall({
  path: 'Wallet/DepositCheck',
  summary: 'A plain verdict on a transaction hash: right chain, token, receiver, amount, final, booked.',
  access: member,
  answer: 'data',
  input: z.strictObject({ hash: txHash }),
  output: z.object({
    found: z.boolean(),
    succeeded: z.boolean(),
    /** One per token transfer to any of our addresses in the transaction; empty when none came to the member. */
    transfers: z.array(
      z.object({
        righttoken: z.boolean(),
        toyou: z.boolean(),
        coinid: z.string().nullable(),
        amount: amountOut,
        enough: z.boolean(),
        final: z.boolean(),
        confirmations: z.number().int(),
        status: z.string(),
        id: z.string().nullable(),
      }),
    ),
    verdict: z.enum([
      'notfound',
      'failed',
      'nottoyou',
      'wrongtoken',
      'toosmall',
      'confirming',
      'barred',
      'booked',
    ]),
  }),
  errors: ['deposit.nochain'],
  rate: { perMinute: 12, burst: 6 },
});

export const adminDeposits = defineCall({
  path: 'Admin/Deposits',
  summary: 'Deposits of all members, newest first. `search`: its transaction, or whose.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({
    /** `suspense`: all that may not be credited and has not gone back. */
    status: z.enum([...depositStatuses, 'suspense']).optional(),
    search: searchText.optional(),
    ...paging,
  }),
  output: depositRecord.extend({
    userid: z.string(),
    nickname: z.string(),
    block: z.number().int(),
    logindex: z.number().int(),
    swept: timeOut.nullable(),
    sender: chainAddress,
    bar: z.enum(depositBars).nullable(),
    /** What of it stands in the way of crediting it now; null where nothing does. */
    barnow: z.enum(depositBars).nullable(),
    /** Since when it is decided: credited, ignored, or in suspense. */
    decided: timeOut.nullable(),
    /** The wallet that its member proved, where it is another one than the sender. */
    wallet: chainAddress.nullable(),
  }),
});

export const depositMoved = definePush({
  push: 'deposit',
  summary: 'The record of a deposit as the list shows it, and the confirmations that it needs.',
  to: 'member',
  data: depositRecord.extend({ needed: z.number().int() }).strict(),
});
