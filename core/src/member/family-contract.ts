import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import {
  amountOut,
  coinId,
  idText,
  inviteCode,
  nothing,
  requestId,
  secretText,
  timeOut,
} from '../kit/schema.ts';

const accountRow = z.object({
  userid: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  invitationcode: z.string(),
  /** The main account; there is one in each answer. */
  main: z.boolean(),
  /** The account that asks. */
  current: z.boolean(),
  registeredat: timeOut,
  /** What it has of each coin, locked included; coins that it has none of are left out. */
  balances: z.array(z.object({ coinid: coinId, balance: amountOut })),
});

export const myAccount = defineCall({
  path: 'Users/myaccount',
  summary: 'Main account and sub-accounts of the person who asks, the main account first.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    accounts: z.array(accountRow),
    /** How many sub-accounts one may have at a time. */
    limit: z.number().int(),
  }),
});

export const createChildAccount = defineCall({
  path: 'Users/createChildAccount',
  summary:
    'Creates a sub-account of the main account that asks, under its own invitation code or another one; idempotent by requestId.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    requestId,
    nickname: z.string().max(200),
    invitecode: inviteCode.optional(),
    paypassword: secretText,
  }),
  output: accountRow,
  secrets: ['paypassword'],
  errors: [
    'member.notmain',
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'ledger.keyconflict',
    'auth.barred',
    'auth.badcountry',
    'member.nicknamelong',
    'member.nicknamebad',
    'member.manysubaccounts',
    'auth.badinvite',
    'auth.inviternotactivated',
    'member.nicknametaken',
  ],
});

export const tabUser = defineCall({
  path: 'Users/TabUser',
  summary:
    'Switches between main account and sub-accounts: answers a token of that account, which ends with the session of the main account.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ userid: idText }),
  output: z.object({ token: z.string(), userid: z.string() }),
  errors: ['member.notfamily'],
  rate: { perMinute: 30, burst: 15 },
});

export const familyChanged = definePush({
  push: 'notice.family',
  summary: 'A sub-account was created, or became independent; told to the main account.',
  to: 'member',
  data: z.strictObject({
    userid: z.string(),
    nickname: z.string(),
    change: z.enum(['created', 'independent']),
  }),
});
