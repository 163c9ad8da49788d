import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import {
  amountOut,
  coinId,
  decimalText,
  idText,
  moneyRecord,
  nothing,
  paging,
  requestId,
  secretText,
  timeOut,
} from '../kit/schema.ts';

const target = z.string().trim().min(4).max(64);
/** Bounded far above what the rule allows, so that the rule's own refusal is the one that is read. */
const typedText = z.string().max(1000);

/** A transfer as each of its two members sees it: the other one's masked name, and what the sender wrote, or nothing. */
export const transferRecord = moneyRecord.extend({ counterpart: z.string(), note: z.string() });
const errors = [
  'transfer.badcoin',
  'transfer.badamount',
  'transfer.toosmall',
  'transfer.notmultiple',
  'transfer.noreceiver',
  'transfer.tooneself',
  'transfer.barred',
  'transfer.listed',
  'transfer.receiverbarred',
  'ledger.insufficient',
  'ledger.locked',
  'ledger.frozen',
  'ledger.closed',
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
    /** Somebody else paid before whose code or address can be taken for this one, and it; null where this one was paid before. */
    lookalike: z.object({ name: z.string(), target: z.string() }).nullable(),
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
  input: z.strictObject({
    requestId,
    coinid: coinId,
    amount: decimalText,
    target,
    note: typedText.optional(),
    /** The fee that was shown; where another one holds by now, nothing is sent. */
    fee: decimalText.optional(),
    paypassword: secretText,
  }),
  output: transferRecord,
  secrets: ['paypassword'],
  errors: [
    ...errors,
    'transfer.feechanged',
    'transfer.badnote',
    'auth.nopaypassword',
    'auth.wrongpaypassword',
    'auth.paypasswordslow',
    'ledger.keyconflict',
  ],
  rate: { perMinute: 60, burst: 30 },
});

export const transfers = defineCall({
  path: 'Wallet/Transfers',
  summary: 'Transfers sent and received, newest first; `id` names one of them.',
  access: member,
  answer: 'list',
  input: z.strictObject({ id: idText.optional(), ...paging }),
  output: transferRecord,
});

export const transferContact = z.object({ target: z.string(), name: z.string(), time: timeOut });

export const contacts = defineCall({
  path: 'Wallet/Contacts',
  summary: 'Receivers that the member has saved, by name.',
  access: member,
  answer: 'list',
  input: nothing,
  output: transferContact,
});

export const contactSave = defineCall({
  path: 'Wallet/ContactSave',
  summary: 'Saves a receiver under a name, or renames one.',
  access: member,
  answer: 'data',
  input: z.strictObject({ target, name: typedText }),
  output: transferContact,
  errors: [
    'transfer.noreceiver',
    'transfer.tooneself',
    'transfer.receiverbarred',
    'transfer.badname',
    'transfer.manycontacts',
  ],
});

export const contactRemove = defineCall({
  path: 'Wallet/ContactRemove',
  summary: 'Forgets a saved receiver; one that is not there is forgotten already.',
  access: member,
  answer: 'data',
  input: z.strictObject({ target }),
  output: z.object({}),
});

export const transferReceived = definePush({
  push: 'notice.transfer',
  summary: 'Another member sent something; the record has the rest.',
  to: 'member',
  data: z.strictObject({ id: z.string(), coinid: coinId }),
});
