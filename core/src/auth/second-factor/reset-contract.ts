import { z } from 'zod';
import { defineCall, member, open } from '../../kit/call.ts';
import {
  chainAddress,
  emailText,
  idText,
  mailCodeText,
  secondFactor,
  secretText,
  signatureText,
  timeOut,
} from '../../kit/schema.ts';

/** A request to take off a second factor whose owner lost the app and the recovery codes (docs/decisions/0157). */
export const openReset = z.object({
  id: z.string(),
  asked: timeOut,
  /** Before this time no operator can do it. */
  ready: timeOut,
});

export const factorReset = defineCall({
  path: 'Users/FactorReset',
  summary:
    'Asks operators to take off a second factor whose app and recovery codes are lost, by a code to the account’s e-mail or by its wallet. The owner hears of it at once; asking again changes nothing.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    email: emailText.optional(),
    emailcode: mailCodeText.optional(),
    address: chainAddress.optional(),
    message: z.string().min(20).max(2000).optional(),
    signature: signatureText.optional(),
  }),
  output: openReset,
  errors: [
    'auth.badcode',
    'auth.codespent',
    'auth.badsignature',
    'auth.badmessage',
    'auth.noncespent',
    'auth.closed',
    'auth.nototp',
  ],
  rate: { perMinute: 20, burst: 10 },
});

export const factorResetRefuse = defineCall({
  path: 'Users/FactorResetRefuse',
  summary:
    'Refuses such a request, from any signed-in device of the person, by the payment password; who has none, by the second factor. In a frozen account, what its older wallet asked against a younger factor is refused only by a payment password that stood before the freeze.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText, paypassword: secretText.optional(), ...secondFactor }),
  output: z.undefined(),
  secrets: ['paypassword'],
  errors: [
    'auth.nofactorreset',
    'auth.factorresetended',
    'auth.factorresetstands',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'auth.needtotp',
    'auth.totpslow',
    'auth.badtotp',
    'auth.badfactorkey',
  ],
});
