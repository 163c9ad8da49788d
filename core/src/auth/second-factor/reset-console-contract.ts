import { z } from 'zod';
import { defineCall, operator } from '../../kit/call.ts';
import { idText, paging, timeOut } from '../../kit/schema.ts';

/**
 * How a request stands. `done`: two operators took the factor off; `declined`: an operator said no; `refused`: the owner did; `found`:
 * the factor was used after all; `frozen`: the owner froze the account; `replaced`: the wallet asked, whose request the factor does not end.
 */
export const resetStates = ['open', 'done', 'declined', 'refused', 'found', 'frozen', 'replaced'] as const;
export type ResetState = (typeof resetStates)[number];

/** What a person holds in dollars, in classes: enough to know how much care it takes. */
export const balanceClasses = ['none', 'small', 'medium', 'large'] as const;

const seen = {
  device: z.string(),
  ip: z.string(),
  ipcountry: z.string().nullable(),
};

const resetRow = z.object({
  id: z.string(),
  time: timeOut,
  ready: timeOut,
  /** That time has come, by the server's clock. */
  due: z.boolean(),
  state: z.enum(resetStates),
  userid: z.string(),
  nickname: z.string(),
  /** By what the request was proved, and where it came from. */
  proof: z.enum(['mail', 'wallet']),
  ...seen,
  /** The member logged in on such a device, or from this network, before. */
  knowndevice: z.boolean(),
  knownnetwork: z.boolean(),
  registered: timeOut,
  activated: timeOut.nullable(),
  country: z.string().nullable(),
  identity: z.enum(['none', 'started', 'pending', 'approved', 'rejected']),
  frozen: z.boolean(),
  totpsince: timeOut.nullable(),
  /** The wallet that asked is older than the factor, which does not end the request while the account is frozen. */
  stands: z.boolean(),
  passkeys: z.number().int(),
  balances: z.enum(balanceClasses),
  /** Requests of this member before. */
  before: z.number().int(),
  /** The last logins, newest first. */
  logins: z.array(
    z.object({
      time: timeOut,
      kind: z.enum(['mail', 'password', 'wallet', 'register', 'passkey']),
      ...seen,
      stopped: z.boolean(),
      isnew: z.boolean(),
    }),
  ),
  ended: timeOut.nullable(),
  /** Accounts of the operators who decided. */
  by: z.string().nullable(),
  reason: z.string(),
});

export const adminFactorResets = defineCall({
  path: 'Admin/FactorResets',
  summary:
    'Who asks to have a lost second factor taken off, with what is known of the member: those that are open, oldest first; the ended ones, newest first.',
  access: operator('risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({ state: z.enum(['open', 'ended']).optional(), ...paging }),
  output: resetRow,
});

export const adminFactorResetDecline = defineCall({
  path: 'Admin/FactorResetDecline',
  summary:
    'Declines such a request, with a reason for the audit log. Taking the factor off takes two (Admin/Propose).',
  access: operator('risk', 'finance', 'admin'),
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText, reason: z.string().trim().min(3).max(500) }),
  output: z.undefined(),
  errors: ['auth.nofactorreset', 'auth.factorresetended'],
});
