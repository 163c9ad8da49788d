import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { amountOut, coinId, decimalText, moneyRecord, paging, requestId, secretText } from '../kit/schema.ts';

const target = z.string().trim().min(4).max(64);
const errors = [
  'transfer.badcoin',
  'transfer.badamount',
  'transfer.toosmall',
  'transfer.notmultiple',
  'transfer.noreceiver',
  'transfer.tooneself',
  'transfer.barred',
  'transfer.receiverbarred',
  'ledger.insufficient',
  'ledger.locked',
  'ledger.frozen',
];

export const transferQuote = defineCall({
  path: 'Wallet/TransferQuote',
  summary: 'Fee, what arrives, and the receiver’s masked name.',
  access: member,
  answer: 'data',
  input: z.strictObject({ coinid: coinId, amount: decimalText, target }),
  output: z.object({
    amount: amountOut,
    fee: amountOut,
    received: amountOut,
    nickname: z.string(),
    avatar: z.string(),
    firsttime: z.boolean(),
    /** A receiver paid before whose code or address can be taken for this one: their masked nickname. */
    lookalike: z.string().nullable(),
  }),
  errors,
  rate: { perMinute: 40, burst: 20 },
});

export const transfer = defineCall({
  path: 'Wallet/Transfer',
  summary: 'Sends to another member at once; cannot be cancelled. Idempotent by requestId.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ requestId, coinid: coinId, amount: decimalText, target, paypassword: secretText }),
  output: moneyRecord,
  secrets: ['paypassword'],
  errors: [
    ...errors,
    'auth.nopaypassword',
    'auth.wrongpaypassword',
    'auth.paypasswordslow',
    'ledger.keyconflict',
  ],
  rate: { perMinute: 60, burst: 30 },
});

export const transfers = defineCall({
  path: 'Wallet/Transfers',
  summary: 'Transfers sent and received, newest first.',
  access: member,
  answer: 'list',
  input: z.strictObject({ ...paging }),
  output: moneyRecord,
});

export const transferReceived = definePush({
  push: 'notice.transfer',
  summary: 'Another member sent something; the record has the rest.',
  to: 'member',
  data: z.strictObject({ id: z.string(), coinid: coinId }),
});
