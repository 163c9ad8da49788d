import { z } from 'zod';
import { defineCall, member, open } from '../../kit/call.ts';
import {
  idText,
  mailCodeText,
  nothing,
  secondFactor,
  timeOut,
  walletProof,
  webauthnText,
} from '../../kit/schema.ts';
import { PASSKEY_NAME_MAX } from './rules.ts';

const proof = {
  emailcode: mailCodeText.optional(),
  ...walletProof,
  ...secondFactor,
};
const proofErrors = [
  'auth.needtotp',
  'auth.totpslow',
  'auth.badtotp',
  'auth.badfactorkey',
  'auth.badcode',
  'auth.codespent',
  'auth.noncespent',
  'auth.badmessage',
  'auth.badsignature',
];
const name = z.string().trim().min(1).max(PASSKEY_NAME_MAX);
const rate = { perMinute: 20, burst: 10 };

export const passkeys = defineCall({
  path: 'Users/Passkeys',
  summary: 'The member’s passkeys, newest first.',
  access: member,
  answer: 'list',
  input: nothing,
  output: z.object({ id: z.string(), name: z.string(), made: timeOut, lastused: timeOut.nullable() }),
});

export const passkeyStart = defineCall({
  path: 'Users/PasskeyStart',
  summary:
    'Begins adding a passkey: a fresh proof, and the second factor where one is on. The question waits five minutes.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject(proof),
  output: z.object({ options: webauthnText }),
  errors: ['ledger.frozen', 'auth.passkeysmost', ...proofErrors],
  rate,
});

export const passkeyAdd = defineCall({
  path: 'Users/PasskeyAdd',
  summary: 'Adds the passkey that the browser made.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ response: webauthnText, name }),
  output: z.undefined(),
  errors: ['ledger.frozen', 'auth.passkeysmost', 'auth.badpasskey'],
  rate,
});

export const passkeyRename = defineCall({
  path: 'Users/PasskeyRename',
  summary: 'Gives one’s passkey another name.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText, name }),
  output: z.undefined(),
  errors: ['auth.nopasskey'],
});

export const passkeyRemove = defineCall({
  path: 'Users/PasskeyRemove',
  summary: 'Removes one’s passkey; it no longer logs in.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText, ...secondFactor }),
  output: z.undefined(),
  errors: ['auth.nopasskey', 'auth.needtotp', 'auth.totpslow', 'auth.badtotp', 'auth.badfactorkey'],
});

export const passkeyAsk = defineCall({
  path: 'Users/PasskeyAsk',
  summary:
    'A question for any passkey of this site; of who is logged in, for theirs, as a second factor. Works once, five minutes.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: nothing,
  output: z.object({ options: webauthnText }),
  rate,
});

export const loginPasskey = defineCall({
  path: 'Users/LoginPasskey',
  summary: 'Logs in by a passkey, which has checked who holds it; it is two factors in one.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ response: webauthnText }),
  output: z.object({ token: z.string(), userid: z.string() }),
  errors: ['auth.badpasskey'],
  rate,
});
