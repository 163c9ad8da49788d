import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { amountOut, coinId, idText, paging, searchText, timeOut } from '../kit/schema.ts';

const person = z.object({ userid: z.string(), nickname: z.string() });

const memberRow = person.extend({
  code: z.string(),
  /** Masked: whoever answers a member does not need the whole address. */
  email: z.string().nullable(),
  wallet: z.string().nullable(),
  country: z.string().nullable(),
  registered: timeOut,
  activated: timeOut.nullable(),
  exitonly: z.boolean(),
  /** When its owner closed it, for good. */
  closed: timeOut.nullable(),
});

export const adminMembers = defineCall({
  path: 'Admin/Members',
  summary:
    'Members, newest first. `search`: the beginning of a nickname; or an id, invitation code, wallet, e-mail or user name.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({ search: searchText.optional(), ...paging }),
  output: memberRow,
});

export const adminMember = defineCall({
  path: 'Admin/Member',
  summary:
    'One member with what hangs on them: balances, sessions, inviter, family, locks and what risk control knows.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: memberRow.extend({
    username: z.string().nullable(),
    walletbound: timeOut.nullable(),
    inviter: person.nullable(),
    /** How many this member invited directly. */
    directs: z.number().int(),
    main: person.nullable(),
    subaccounts: z.array(person),
    balances: z.array(z.object({ coinid: coinId, available: amountOut, held: amountOut })),
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        ip: z.string(),
        country: z.string().nullable(),
        created: timeOut,
        lastused: timeOut,
      }),
    ),
    risk: z.object({
      frozen: z.boolean(),
      /** Nothing leaves before this moment. */
      lockeduntil: timeOut.nullable(),
      /** Whether the bound wallet stands on the sanctions list; null without a wallet. */
      sanctions: z.enum(['listed', 'clear', 'unchecked']).nullable(),
      /** Other accounts of the same person whose wallet stands on one: it holds this account, too (decision 0290). */
      listed: z.array(person),
      /** Since the newest session: its device is new, and who else uses it or its network. Null when nobody is logged in. */
      device: z
        .object({ isnew: z.boolean(), sharing: z.number().int(), sameaddress: z.number().int() })
        .nullable(),
      paypasswordset: timeOut.nullable(),
    }),
  }),
  errors: ['operator.nomember'],
});

export const adminMemberFreeze = defineCall({
  path: 'Admin/MemberFreeze',
  summary:
    'Freezes a member with their sub-accounts: sessions end and no money leaves, with a reason for the audit log. Only its owner lifts it.',
  access: operator('support', 'risk', 'finance', 'admin'),
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText, reason: z.string().trim().min(3).max(500) }),
  output: z.undefined(),
  errors: ['operator.nomember'],
});
