import { z } from 'zod';
import { defineCall, member, operator } from '../kit/call.ts';
import { dryRun, dryRunHash } from '../kit/dry-run.ts';
import { definePush } from '../kit/push.ts';
import {
  amountOut,
  coinId,
  decimalText,
  idText,
  moneyRecord,
  paging,
  requestId,
  rowId,
  searchText,
  secondFactor,
  secretText,
  timeOut,
} from '../kit/schema.ts';
import { deciders, withdrawalStatuses } from './state.ts';

/** One line of the risk receipt. `detail` names figures, never thresholds. */
export const riskCheck = z.object({
  check: z.string(),
  result: z.enum(['pass', 'held', 'unchecked']),
  detail: z.string(),
});

/** Why a payment is none of ours: an id that we do not know, or what its withdrawal is, or what is other than we signed. */
export const paymentDoubts = [
  'unknownid',
  'givenback',
  'unsigned',
  'othertarget',
  'otheramount',
  'reviewing',
  'approved',
  'rejected',
  'cancelled',
  'confirmed',
] as const;
export type PaymentDoubt = (typeof paymentDoubts)[number];

/** Why payouts are halted, in plain words, and since when; null while they go on (rulebook §0.5). */
export const payoutHalt = z.object({ reason: z.string(), since: timeOut }).nullable();

/** Why one waits that is not halted, as members read it: none of the house's limits and no inner word. */
export const waitReasons = ['lock', 'frozen', 'limit', 'refill', 'network', 'check'] as const;
export type WaitReason = (typeof waitReasons)[number];

export const withdrawalRecord = moneyRecord.extend({
  status: z.enum(withdrawalStatuses),
  checks: z.array(riskCheck),
  /** Who decides, and by when at the latest, while reviewing. */
  decider: z.enum(deciders),
  decideby: timeOut.nullable(),
  reason: z.string().nullable(),
  /** Payouts are halted, and this one waits for them. */
  halt: payoutHalt,
  /** What else it waits for while it is reviewing or approved; `until` for a lock. */
  waits: z.object({ reason: z.enum(waitReasons), until: timeOut.nullable() }).nullable(),
  /** Whether the money of one that failed was given back. */
  released: z.boolean(),
  steps: z.array(z.object({ status: z.enum(withdrawalStatuses), time: timeOut })),
});

const errors = [
  'withdrawal.badcoin',
  'withdrawal.badamount',
  'withdrawal.toosmall',
  'withdrawal.notmultiple',
  'withdrawal.toomuch',
  'withdrawal.nowallet',
  'withdrawal.badaddress',
  'ledger.insufficient',
  'ledger.locked',
  'ledger.frozen',
];

export const withdrawQuote = defineCall({
  path: 'Wallet/WithdrawQuote',
  summary: 'Fee, what arrives, the bound address, and the checks as they would stand now.',
  access: member,
  answer: 'data',
  input: z.strictObject({ coinid: coinId, amount: decimalText }),
  output: z.object({
    amount: amountOut,
    fee: amountOut,
    received: amountOut,
    address: z.string(),
    checks: z.array(riskCheck),
    /** Who would have to decide, and by when, if it were asked for now. */
    decider: z.enum(deciders),
    decideby: timeOut.nullable(),
    halt: payoutHalt,
    /** The network does not answer, and since when; null while it does. */
    silence: payoutHalt,
  }),
  errors,
  rate: { perMinute: 40, burst: 20 },
});

export const withdraw = defineCall({
  path: 'Wallet/Withdraw',
  summary: 'Asks for a withdrawal to the bound wallet; the amount is held. Idempotent by requestId.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    requestId,
    coinid: coinId,
    amount: decimalText,
    /** The fee that was shown; where another one holds by now, nothing is asked for. */
    fee: decimalText.optional(),
    paypassword: secretText,
    ...secondFactor,
  }),
  output: withdrawalRecord,
  secrets: ['paypassword'],
  errors: [
    ...errors,
    'withdrawal.feechanged',
    'auth.nopaypassword',
    'auth.wrongpaypassword',
    'auth.paypasswordslow',
    'auth.needtotp',
    'auth.totpslow',
    'auth.badtotp',
    'auth.badfactorkey',
    'ledger.keyconflict',
  ],
  rate: { perMinute: 20, burst: 10 },
});

export const withdrawCancel = defineCall({
  path: 'Wallet/WithdrawCancel',
  summary: 'Takes a request back while it is being reviewed; the held amount is released.',
  access: member,
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: withdrawalRecord,
  errors: ['withdrawal.notfound', 'withdrawal.notcancellable'],
});

export const withdrawals = defineCall({
  path: 'Wallet/Withdrawals',
  summary: 'Withdrawal records, newest first; with `id` that one alone.',
  access: member,
  answer: 'list',
  input: z.strictObject({ id: idText.optional(), ...paging }),
  output: withdrawalRecord,
});

export const adminWithdrawal = withdrawalRecord.extend({
  /** With the figures of each check: operators read them in words of their own. */
  checks: z.array(riskCheck.extend({ params: z.record(z.string(), z.union([z.string(), z.number()])) })),
  userid: z.string(),
  nickname: z.string(),
  score: z.number().int(),
  approvals: z.array(
    z.object({
      operator: z.string(),
      decision: z.enum(['approve', 'reject']),
      reason: z.string(),
      time: timeOut,
    }),
  ),
  approvalsneeded: z.number().int(),
  /** Who wants the money given back; the first proposes, a second one confirms. */
  releases: z.array(z.object({ operator: z.string(), reason: z.string(), time: timeOut })),
  releasesneeded: z.number().int(),
  /** Nothing leaves the account until then (null: it is frozen), and an operator approves nothing. */
  lock: z.object({ until: timeOut.nullable() }).nullable(),
  /** Why the signer lets an approved one wait. */
  waits: z.string().nullable(),
});

export const adminWithdrawals = defineCall({
  path: 'Admin/Withdrawals',
  summary:
    'Withdrawals of all members; the queue is `status=waiting`, riskiest first: what a person is to decide, under review or not paid. `search`: its id, its transaction, or whose.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({
    status: z.enum([...withdrawalStatuses, 'waiting']).optional(),
    search: searchText.optional(),
    ...paging,
  }),
  output: adminWithdrawal,
});

export const adminWithdrawalDecide = defineCall({
  path: 'Admin/WithdrawalDecide',
  summary: 'Approves or rejects with a reason; large amounts need two different operators.',
  access: operator('risk', 'finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: idText,
    decision: z.enum(['approve', 'reject']),
    reason: z.string().trim().max(500),
    /** Of the dry run that was looked at: what would do something else by now is refused. */
    hash: dryRunHash.optional(),
  }),
  output: adminWithdrawal,
  errors: [
    'withdrawal.notfound',
    'withdrawal.notreviewing',
    'withdrawal.locked',
    'operator.proposalchanged',
    'withdrawal.needreason',
    'withdrawal.alreadydecided',
    'withdrawal.twopersons',
  ],
});

/** What takes two people shows what it does before: approving a large amount, giving money back. */
export const adminWithdrawalDryRun = defineCall({
  path: 'Admin/WithdrawalDryRun',
  summary:
    'What approving a withdrawal posts once it is paid, or what giving its money back posts. Nothing is kept.',
  access: operator('risk', 'finance', 'admin'),
  answer: 'data',
  input: z.strictObject({ id: idText, action: z.enum(['approve', 'release']) }),
  output: dryRun,
  errors: ['withdrawal.notfound', 'withdrawal.notreviewing', 'withdrawal.locked'],
});

/** What failed on chain, or was approved and never signed, gives its money back on proof and by two operators. */
export const adminWithdrawalRelease = defineCall({
  path: 'Admin/WithdrawalRelease',
  summary:
    'Gives the held money of a payout back that never left: proved from the chain at this moment; a second operator confirms.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, reason: z.string().trim().max(500), hash: dryRunHash.optional() }),
  output: adminWithdrawal,
  errors: [
    'withdrawal.notfound',
    'withdrawal.notreviewing',
    'operator.proposalchanged',
    'withdrawal.needreason',
    'withdrawal.paidonchain',
    'withdrawal.noproof',
    'withdrawal.twopersons',
    'withdrawal.signersilent',
  ],
});

const plannedPosting = z.object({
  source: z.string(),
  destination: z.string(),
  coinid: coinId,
  amount: amountOut,
});

/** What settling an unmatched payment does. */
const paymentPlan = {
  /** Exactly what confirming it posts. */
  postings: z.array(plannedPosting),
  /** Whose withdrawal it is about, and so whom it affects; null when it is about none. */
  member: z.object({ userid: z.string(), nickname: z.string() }).nullable(),
};

/** What an operator would do with an unmatched payment: book it to suspense, match it, or give the hold of its withdrawal back. */
const paymentWay = {
  id: idText,
  action: z.enum(['book', 'match', 'giveback']),
  withdrawalid: idText.optional(),
};

/** A payment on chain that is no payout of ours (rulebook §5), with what one operator proposes for it. */
export const unmatchedPayment = z.object({
  id: z.string(),
  time: timeOut,
  hash: z.string(),
  block: z.number().int(),
  payoutid: z.string(),
  token: z.string(),
  /** Null when the ledger does not hold that token: then nothing is booked. */
  coinid: coinId.nullable(),
  receiver: z.string(),
  amount: amountOut,
  /** The withdrawal of that payout id, where there is one. */
  withdrawalid: z.string().nullable(),
  doubt: z.enum(paymentDoubts),
  status: z.enum(['open', 'booked', 'matched', 'returned']),
  matchedid: z.string().nullable(),
  proposal: z
    .object({
      id: z.string(),
      operator: z.string(),
      action: z.enum(['book', 'match', 'giveback']),
      withdrawalid: z.string().nullable(),
      explanation: z.string(),
      time: timeOut,
      ...paymentPlan,
    })
    .nullable(),
});

export const adminUnmatchedPayments = defineCall({
  path: 'Admin/UnmatchedPayments',
  summary:
    'Payments on chain without a payout of ours, newest first, with what is proposed for them; open ones unless told.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({
    status: z.enum(['open', 'booked', 'matched', 'returned', 'all']).optional(),
    /** Its id, its transaction, its receiver, or the withdrawal whose payout it was; what is none of these finds nothing. */
    search: searchText.optional(),
    ...paging,
  }),
  output: unmatchedPayment,
});

export const adminPaymentDryRun = defineCall({
  path: 'Admin/PaymentDryRun',
  summary: 'What a proposal for an unmatched payment would post and whom it affects, before it is made.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject(paymentWay),
  output: z.object(paymentPlan),
  errors: [
    'withdrawal.nopayment',
    'withdrawal.settled',
    'withdrawal.notfound',
    'withdrawal.cannotmatch',
    'withdrawal.cannotgiveback',
  ],
});

export const adminPaymentPropose = defineCall({
  path: 'Admin/PaymentPropose',
  summary:
    'Explains an unmatched payment and proposes to book it to suspense, to match it with a withdrawal, or, where its own withdrawal was paid to somebody else, to give the hold back.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ ...paymentWay, explanation: z.string().trim().min(3).max(500) }),
  output: unmatchedPayment,
  errors: [
    'withdrawal.nopayment',
    'withdrawal.settled',
    'withdrawal.notfound',
    'withdrawal.cannotmatch',
    'withdrawal.cannotgiveback',
  ],
});

export const adminPaymentConfirm = defineCall({
  path: 'Admin/PaymentConfirm',
  summary:
    'Confirms the proposal for an unmatched payment as a second operator; it is booked, and its halt ends.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, proposalid: rowId }),
  output: unmatchedPayment,
  errors: [
    'withdrawal.nopayment',
    'withdrawal.settled',
    'withdrawal.otherproposal',
    'operator.proposalended',
    'withdrawal.twopersons',
    'withdrawal.notfound',
    'withdrawal.cannotmatch',
    'withdrawal.cannotgiveback',
    'withdrawal.noproof',
  ],
});

export const withdrawalMoved = definePush({
  push: 'withdrawal',
  summary: 'A withdrawal has another status; the record has the rest.',
  to: 'member',
  data: z.strictObject({ id: z.string(), status: z.enum(withdrawalStatuses), hash: z.string().nullable() }),
});
