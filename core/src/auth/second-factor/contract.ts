import { z } from 'zod';
import { defineCall, member } from '../../kit/call.ts';
import { definePush } from '../../kit/push.ts';
import { codeText, mailCodeText, nothing, secondFactor, timeOut, walletProof } from '../../kit/schema.ts';

const proof = {
  emailcode: mailCodeText.optional(),
  ...walletProof,
};
const factorErrors = ['auth.needtotp', 'auth.totpslow', 'auth.badtotp', 'auth.badfactorkey'];
const proofErrors = [
  'auth.badcode',
  'auth.codespent',
  'auth.noncespent',
  'auth.badmessage',
  'auth.badsignature',
];
const rate = { perMinute: 20, burst: 10 };

export const secondFactorState = defineCall({
  path: 'Users/SecondFactor',
  summary:
    'The member’s second factor: since when an authenticator app is asked, and how many recovery codes are left.',
  access: member,
  answer: 'data',
  input: nothing,
  output: z.object({
    totpsince: timeOut.nullable(),
    recoverycodes: z.number().int(),
    /** Until then a second factor that this session logged in with counts for changes of it; null when none does. */
    factorproveduntil: timeOut.nullable(),
  }),
});

export const totpStart = defineCall({
  path: 'Users/TotpStart',
  summary:
    'Begins setting up an authenticator app, or moving it to another phone: a fresh proof, and the present factor where one is on. The secret waits 15 minutes for its first code.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ ...proof, ...secondFactor }),
  output: z.object({ secret: z.string(), uri: z.string(), until: timeOut }),
  errors: ['member.noownlogin', 'ledger.frozen', ...factorErrors, ...proofErrors],
  rate,
});

export const totpConfirm = defineCall({
  path: 'Users/TotpConfirm',
  summary:
    'Turns the second factor on by the first code of the app; answers ten recovery codes, this once. Ends the other sessions.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ totp: codeText }),
  output: z.object({ codes: z.array(z.string()) }),
  errors: ['auth.totpnotbegun', 'auth.totpslow', 'auth.badtotp'],
  rate,
});

export const totpRemove = defineCall({
  path: 'Users/TotpRemove',
  summary:
    'Turns the second factor off by the factor or a recovery code, and a fresh proof. Ends the other sessions.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ ...proof, ...secondFactor }),
  output: z.undefined(),
  errors: ['auth.nototp', ...factorErrors, ...proofErrors],
  rate,
});

export const recoveryCodes = defineCall({
  path: 'Users/RecoveryCodes',
  summary: 'Makes ten new recovery codes, by the second factor; the former ones no longer work.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ ...secondFactor }),
  output: z.object({ codes: z.array(z.string()) }),
  errors: ['auth.nototp', ...factorErrors],
  rate,
});

export const factorChanged = definePush({
  push: 'notice.factor',
  summary:
    'The second factor was turned on or off, a recovery code was used, new ones were made, a passkey came or went, or a lost factor is to be taken off.',
  to: 'member',
  data: z.strictObject({
    change: z.enum([
      'totpon',
      'totpoff',
      'recoveryused',
      'recoverymade',
      'passkeyadded',
      'passkeyremoved',
      'resetasked',
      'resetended',
      'resetdone',
    ]),
  }),
});
