import { z } from 'zod';
import { defineCall, open, operator, operatorRoles } from '../kit/call.ts';
import {
  amountOut,
  codeText,
  coinId,
  nothing,
  paging,
  puzzleText,
  secretText,
  timeOut,
} from '../kit/schema.ts';
import { haltKinds } from '../ledger/halt.ts';
import { entranceNames, pauseReasons } from '../setting/pause.ts';

/** Calls of the console's frame. Domain calls (`Admin/Withdrawals`, …) stand in their domains. */

export const adminLogin = defineCall({
  path: 'Admin/Login',
  summary: 'Operator login by account, password and TOTP; sets a new password when one is given.',
  access: open,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    account: z.string().trim().min(3).max(64),
    password: secretText,
    totp: codeText,
    /** Replaces the password in the same step; a one-time password logs in only with it. */
    newpassword: secretText.optional(),
    puzzle: puzzleText.optional(),
  }),
  output: z.object({ token: z.string() }),
  secrets: ['password', 'newpassword'],
  errors: [
    'operator.badlogin',
    'operator.slowdown',
    'operator.passwordmustchange',
    'operator.passwordshort',
    'operator.passwordsame',
  ],
  rate: { perMinute: 20, burst: 10 },
});

export const adminLogout = defineCall({
  path: 'Admin/Logout',
  summary: 'Ends the operator’s session.',
  access: operator(),
  answer: 'none',
  input: nothing,
  output: z.undefined(),
});

export const adminMe = defineCall({
  path: 'Admin/Me',
  summary: 'Who is logged in and with which role; idle end of the session.',
  access: operator(),
  answer: 'data',
  input: nothing,
  output: z.object({ account: z.string(), role: z.enum(operatorRoles), idleminutes: z.number().int() }),
});

export const adminOperators = defineCall({
  path: 'Admin/Operators',
  summary:
    'Everybody who has or had access to the console, by account. They are made, renewed and disabled on the server.',
  access: operator('admin'),
  answer: 'list',
  input: nothing,
  output: z.object({
    id: z.string(),
    account: z.string(),
    role: z.enum(operatorRoles),
    /** When it was made. */
    time: timeOut,
    /** `new`: the one-time password was not used yet. */
    state: z.enum(['active', 'new', 'disabled']),
    /** Since when it is disabled; null while it is not. */
    disabled: timeOut.nullable(),
    /** The newest login; null before the first. */
    lastlogin: timeOut.nullable(),
    /** Sessions that are open now. */
    sessions: z.number().int(),
  }),
});

export const adminAudit = defineCall({
  path: 'Admin/Audit',
  summary:
    'The append-only, hash-chained log of operator actions, newest first; by account, action, and id of what it is about.',
  access: operator(),
  answer: 'list',
  input: z.strictObject({
    account: z.string().max(64).optional(),
    action: z.string().max(64).optional(),
    /** Id of a member, an order, a withdrawal, a rule or whatever else it was done to, or that its detail names. */
    about: z.string().max(120).optional(),
    ...paging,
  }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    account: z.string(),
    action: z.string(),
    subject: z.string(),
    detail: z.record(z.string(), z.unknown()),
    hash: z.string(),
  }),
});

const entryRow = z.object({
  id: z.string(),
  time: timeOut,
  kind: z.string(),
  reference: z.string(),
  actor: z.string(),
  postings: z.array(
    z.object({
      source: z.string(),
      destination: z.string(),
      coinid: coinId,
      amount: amountOut,
      sourceafter: amountOut,
      destinationafter: amountOut,
    }),
  ),
  /** Nicknames of the members in it, by id. */
  names: z.record(z.string(), z.string()),
});

export const adminLedgerEntries = defineCall({
  path: 'Admin/LedgerEntries',
  summary:
    'Journal entries, newest first; by account, kind, reference and time (until is not in it). A page may be short while a cursor leads on.',
  access: operator('finance', 'risk', 'admin'),
  answer: 'list',
  input: z.strictObject({
    account: z.string().max(120).optional(),
    kind: z.string().max(40).optional(),
    reference: z.string().max(120).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
    ...paging,
  }),
  output: entryRow,
});

export const adminLedgerAccounts = defineCall({
  path: 'Admin/LedgerAccounts',
  summary: 'Ledger accounts with their balances; by prefix.',
  access: operator('finance', 'risk', 'admin'),
  answer: 'list',
  input: z.strictObject({ prefix: z.string().max(120).optional(), ...paging }),
  output: z.object({
    account: z.string(),
    coinid: coinId,
    balance: amountOut,
    /** Of the member that it belongs to. */
    nickname: z.string().nullable(),
  }),
});

export const adminLedgerVerify = defineCall({
  path: 'Admin/LedgerVerify',
  summary: 'Recomputes one account from its postings and compares.',
  access: operator('finance', 'risk', 'admin'),
  answer: 'data',
  input: z.strictObject({ account: z.string().max(120), coinid: coinId }),
  output: z.object({
    stored: amountOut,
    recomputed: amountOut,
    postings: z.number().int(),
    equal: z.boolean(),
  }),
});

/** A verification of the whole ledger, from the first entry on. */
const wholeVerification = z.object({
  /** The operator who asked for it; null: it is due every night. */
  askedby: z.string().nullable(),
  asked: timeOut,
  started: timeOut.nullable(),
  ended: timeOut.nullable(),
  /** Hundredths of what was there at the beginning. */
  percent: z.number().int(),
  rows: z.number().int(),
  /** The first findings, each a sentence, and how many there are. */
  findings: z.array(z.string()),
  found: z.number().int(),
});

export const adminLedgerVerifyWhole = defineCall({
  path: 'Admin/LedgerVerifyWhole',
  summary:
    'Lets the whole ledger be recomputed, beside everything else; answers the run that is under way where there is one. A finding halts payouts.',
  access: operator('finance', 'risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: nothing,
  output: wholeVerification,
});

/** What happened, by name; the console words it (core/ledger/halt.ts). */
const haltFacts = z.record(z.string(), z.string());

export const adminHealth = defineCall({
  path: 'Admin/Health',
  summary: 'Liabilities and reserves per coin, queues, chain cursor, processes, payout halt.',
  access: operator(),
  answer: 'data',
  input: nothing,
  output: z.object({
    coins: z.array(
      z.object({
        coinid: coinId,
        liabilities: amountOut,
        ledgerreserve: amountOut,
        /** The last comparison: what the chain held at a block, and what the ledger said as of that block. */
        chainreserve: amountOut.nullable(),
        comparedledger: amountOut.nullable(),
        asofblock: z.number().int().nullable(),
        comparedat: timeOut.nullable(),
        equal: z.boolean().nullable(),
        /** The alarm that is open about how much of it is hot: too much, or too little for payouts. */
        alarm: z.enum(['hot', 'low']).nullable(),
        alarmsince: timeOut.nullable(),
        /** The bound that is broken. */
        alarmbound: amountOut.nullable(),
        /** The alarm that less of it lies at the cold address than the ledger says. */
        coldmissing: z.object({ there: amountOut, booked: amountOut, since: timeOut }).nullable(),
      }),
    ),
    halted: z.boolean(),
    /** The first reason. */
    halt: z.object({ kind: z.enum(haltKinds), subject: z.string(), facts: haltFacts }).nullable(),
    chain: z.object({
      chainid: z.number().int(),
      head: z.number().int().nullable(),
      finalized: z.number().int().nullable(),
      cursor: z.number().int().nullable(),
      /** How old what we know of the chain is: it grows while no poll succeeds. */
      lagms: z.number().int().nullable(),
      polled: timeOut.nullable(),
      /** Why the last poll failed. */
      problem: z.string().nullable(),
    }),
    queues: z.array(z.object({ name: z.string(), waiting: z.number().int(), oldest: timeOut.nullable() })),
    processes: z.array(z.object({ name: z.string(), alive: z.boolean(), lastseen: timeOut })),
    /** What runs by itself, when it last succeeded, and why it fails. */
    loops: z.array(
      z.object({
        name: z.string(),
        succeeded: timeOut.nullable(),
        agems: z.number().int(),
        late: z.boolean(),
        problem: z.string().nullable(),
      }),
    ),
    /** Alarms about the contracts, newest first: proposals at the timelock, roles given, the cold address. */
    governance: z.array(
      z.object({
        event: z.enum(['CallScheduled', 'RoleGranted', 'ColdProposed', 'ColdChanged']),
        time: timeOut,
        contract: z.string(),
        subject: z.string(),
        object: z.string(),
        hash: z.string(),
      }),
    ),
    reconciled: timeOut.nullable(),
    /** What is new in the ledger, every ten minutes. */
    ledgerverified: timeOut.nullable(),
    /** The whole ledger: the run that is under way, and the last one that ended. */
    wholeunderway: wholeVerification.nullable(),
    wholeended: wholeVerification.nullable(),
  }),
});

/** One reason why payouts are halted (rulebook §5); open ones first, then the last that ended. */
export const adminHalts = defineCall({
  path: 'Admin/Halts',
  summary: 'Every reason of the payout halt, and whether it is gone by now; then the last that ended.',
  access: operator(),
  answer: 'list',
  input: nothing,
  output: z.object({
    id: z.string(),
    kind: z.enum(haltKinds),
    subject: z.string(),
    facts: haltFacts,
    since: timeOut,
    ended: timeOut.nullable(),
    endedhow: z.string().nullable(),
    /** What is not gone yet; null when the halt may end. */
    remains: z.enum(['payment', 'differs', 'notcompared', 'notverified', 'chain']).nullable(),
    /** What the chain holds more than the ledger of that coin, where it can be booked to suspense. */
    difference: amountOut.nullable(),
  }),
});

export const adminPayoutHalt = defineCall({
  path: 'Admin/PayoutHalt',
  summary:
    'Halts all payouts at once, with a reason for the audit log and one for members; ending it takes two operators.',
  access: operator('risk', 'finance', 'admin'),
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ reason: z.string().trim().min(3).max(500), told: z.enum(pauseReasons) }),
  output: z.undefined(),
});

export const adminPauseReason = defineCall({
  path: 'Admin/PauseReason',
  summary: 'Says to members why the guard has paused an entrance; it goes with the pause.',
  access: operator('risk', 'finance', 'admin'),
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ what: z.enum(entranceNames), told: z.enum(pauseReasons) }),
  output: z.undefined(),
  errors: ['operator.nohalt'],
});

/** What waits for an operator; each has its page. */
export const workQueues = [
  'withdrawals',
  'halts',
  'payments',
  'suspense',
  'fiatlines',
  'reorg',
  'proposals',
  'applications',
  'disputes',
  'identities',
  'factorresets',
  'tickets',
] as const;

export const adminQueues = defineCall({
  path: 'Admin/Queues',
  summary: 'What waits for an operator: how much, and since when the oldest.',
  access: operator(),
  answer: 'list',
  input: nothing,
  output: z.object({
    name: z.enum(workQueues),
    waiting: z.number().int(),
    oldest: timeOut.nullable(),
  }),
});
