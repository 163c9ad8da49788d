import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import {
  amountOut,
  coinId,
  cursorText,
  mailCodeText,
  nothing,
  secondFactor,
  secretText,
  timeOut,
  walletProof,
} from '../kit/schema.ts';

/** What belongs to a member: all of it in a file, and the end of the account. */

export const exportData = defineCall({
  path: 'Users/Export',
  summary:
    'All of one’s own data, part by part, as the calls that show it answer it: what comes with one answer is bounded, `cursor` asks for what follows.',
  access: member,
  answer: 'data',
  input: z.strictObject({ cursor: cursorText.optional() }),
  output: z.object({
    made: timeOut,
    /** The same part may come in several answers. */
    parts: z.array(
      z.object({
        /** The call that answers it, or what it is where none does. */
        name: z.string(),
        /** What the call was asked with, such as the coin. */
        asked: z.record(z.string(), z.string()),
        rows: z.array(z.unknown()),
        /** Why the call shows nothing, such as that there is no shop. */
        refused: z.string().optional(),
      }),
    ),
    cursor: z.string().nullable(),
  }),
  rate: { perMinute: 60, burst: 120 },
});

export const exportPictures = defineCall({
  path: 'Users/ExportPictures',
  summary:
    'The member’s own pictures that are kept sealed (identity documents, selfies, licences, bank slips), a few with each answer. The payment password, and the second factor where one is on, open them; the member is told. `cursor` asks for what follows, by the same session within ten minutes.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    cursor: cursorText.optional(),
    paypassword: secretText.optional(),
    ...secondFactor,
  }),
  output: z.object({
    pictures: z.array(
      z.object({
        id: z.string(),
        /** What it belongs to, and the record that it was handed in with, if it was. */
        kind: z.string(),
        record: z.string().nullable(),
        time: timeOut,
        /** WebP, base64. */
        picture: z.string(),
      }),
    ),
    cursor: z.string().nullable(),
  }),
  secrets: ['paypassword'],
  errors: [
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'auth.needtotp',
    'auth.totpslow',
    'auth.badtotp',
    'auth.badfactorkey',
  ],
  rate: { perMinute: 20, burst: 40 },
});

export const closingObstacles = [
  'root',
  'locked',
  'balance',
  'subaccounts',
  'orders',
  'sales',
  'shop',
  'fiat',
] as const;

const coins = z.array(z.object({ coinid: coinId, amount: amountOut }));

export const closing = defineCall({
  path: 'Users/Closing',
  summary: 'What stands in the way of closing the account, and what would be lost by it.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    obstacles: z.array(
      z.object({
        kind: z.enum(closingObstacles),
        /** Of a balance. */
        coinid: coinId.optional(),
        amount: amountOut.optional(),
        /** Of sub-accounts, orders, sales and bank orders. */
        count: z.number().int().optional(),
      }),
    ),
    /** Credits and what is too little to be withdrawn or transferred; and rewards that were not claimed. */
    credits: coins,
    rewards: coins,
  }),
});

export const deleteAccount = defineCall({
  path: 'Users/Delete',
  summary:
    'Closes the account for good: no balance that could still leave, nothing open. Payment password where one is set, second factor, and a fresh proof as for Users/Unfreeze; a sub-account is closed by its main account’s payment password. Sessions end, personal data goes, records of money stay.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    paypassword: secretText.optional(),
    emailcode: mailCodeText.optional(),
    ...walletProof,
    ...secondFactor,
  }),
  output: z.undefined(),
  secrets: ['paypassword'],
  errors: [
    'member.closingblocked',
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'auth.needtotp',
    'auth.totpslow',
    'auth.badtotp',
    'auth.badfactorkey',
    'auth.badcode',
    'auth.codespent',
    'auth.noncespent',
    'auth.badmessage',
    'auth.badsignature',
  ],
});
