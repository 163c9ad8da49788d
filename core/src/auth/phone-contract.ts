import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { mailCodeText, walletProof } from '../kit/schema.ts';

/** A telephone number with its country's prefix; spaces, hyphens and brackets as people write them. */
const phoneText = z
  .string()
  .trim()
  .max(40)
  .regex(/^\+[\d\s().-]{6,38}$/);

export const sendCodePhone = defineCall({
  path: 'Ctrls/SendCode_Phone',
  summary: 'Sends a code to a phone number that is to be bound; 10 minutes, 5 tries.',
  access: member,
  answer: 'data',
  input: z.strictObject({ phone: phoneText }),
  /** How many digits the code has, and for how many minutes it works. */
  output: z.object({ length: z.number().int(), minutes: z.number().int() }),
  errors: [
    'member.noownlogin',
    'auth.nosms',
    'auth.badphone',
    'auth.barred',
    'auth.codetoosoon',
    'auth.codetoomany',
  ],
  rate: { perMinute: 6, burst: 3 },
});

export const bindPhone = defineCall({
  path: 'Users/BindPhone',
  summary:
    'Binds a phone number by the code that went there; changing one takes a fresh proof besides (a code to the e-mail, or a signature of the bound wallet).',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    phone: phoneText,
    phonecode: mailCodeText,
    emailcode: mailCodeText.optional(),
    ...walletProof,
  }),
  output: z.undefined(),
  errors: [
    'member.noownlogin',
    'auth.nosms',
    'auth.badphone',
    'auth.barred',
    'auth.badcode',
    'auth.codespent',
    'auth.noncespent',
    'auth.badmessage',
    'auth.badsignature',
    'member.phonetaken',
  ],
});
