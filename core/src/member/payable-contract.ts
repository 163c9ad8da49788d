import { z } from 'zod';
import { defineCall, member, operator } from '../kit/call.ts';
import { idText, nothing, secondFactor, secretText, timeOut } from '../kit/schema.ts';
import { payableTypes } from './payable.ts';

/** Bank accounts, Alipay and other services that a member is paid to. */

const text = z.string().max(200);

const payable = z.object({
  id: z.string(),
  payabletype: z.enum(payableTypes),
  holder: z.string(),
  /** The bank, or the service; empty for Alipay. */
  bankname: z.string(),
  /** Masked: the last four, or the mask of an e-mail or a phone. */
  account: z.string(),
  bic: z.string(),
  time: timeOut,
});

export const payableList = defineCall({
  path: 'Users/PayableList',
  summary: 'Where the member is paid to outside the chain, the newest first; accounts masked.',
  access: member,
  answer: 'list',
  input: nothing,
  output: payable,
});

const proofs = { paypassword: secretText, ...secondFactor };
const refusals = [
  'member.badholder',
  'member.badbankname',
  'member.badaccount',
  'member.badibanlength',
  'member.badcheckdigits',
  'member.badbic',
  'auth.nopaypassword',
  'auth.paypasswordslow',
  'auth.wrongpaypassword',
  'auth.needtotp',
  'auth.totpslow',
  'auth.badtotp',
  'auth.badfactorkey',
] as const;

export const payableSet = defineCall({
  path: 'Users/PayableSet',
  summary:
    'Adds a bank account, Alipay or another service to be paid to or, with its id, puts it in the place of that one. There is one Alipay.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: idText.optional(),
    payabletype: z.enum(payableTypes),
    holder: text,
    bankname: text.optional(),
    account: text,
    bic: text.optional(),
    ...proofs,
  }),
  output: payable,
  secrets: ['paypassword'],
  errors: [...refusals, 'member.nopayable', 'member.payableknown', 'member.manypayables'],
});

export const bindAlipayAccount = defineCall({
  path: 'Users/BindAlipayaccount',
  summary:
    'Binds the Alipay account to be paid to, or changes it: an e-mail or a phone number, and its holder.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ account: text, holder: text, ...proofs }),
  output: payable,
  secrets: ['paypassword'],
  errors: [...refusals, 'member.manypayables'],
});

export const payableDel = defineCall({
  path: 'Users/PayableDel',
  summary: 'Removes one; what is not there is removed already.',
  access: member,
  answer: 'none',
  input: z.strictObject({ id: idText }),
  output: z.undefined(),
});

export const adminPayables = defineCall({
  path: 'Admin/Payables',
  summary:
    'Where a member is paid to, in full, for money that goes back to them. The look and its reason stand in the audit log.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ userid: idText, reason: z.string().trim().min(3).max(500) }),
  output: z.object({ payables: z.array(payable) }),
  errors: ['member.notfound'],
});
