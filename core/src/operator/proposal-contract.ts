import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { dryRun, dryRunHash as hashText } from '../kit/dry-run.ts';
import { idText, paging, timeOut } from '../kit/schema.ts';
import { settingTypes } from '../setting/define.ts';
import { changeKinds } from './rules.ts';

export type ChangeName = (typeof changeKinds)[number];

export const proposalStatuses = ['open', 'expired', 'confirmed', 'refused', 'withdrawn', 'replaced'] as const;

const change = {
  kind: z.enum(changeKinds),
  subject: z.string().trim().min(1).max(120),
  /** Empty where nothing needs to be said. */
  value: z.string().trim().max(4000).default(''),
};
export const proposal = z.object({
  id: z.string(),
  ...change,
  value: z.string(),
  reason: z.string(),
  status: z.enum(proposalStatuses),
  maker: z.string(),
  made: timeOut,
  expires: timeOut,
  checker: z.string().nullable(),
  ended: timeOut.nullable(),
  endreason: z.string().nullable(),
  dryrun: dryRun,
});

const reason = z.string().trim().min(3).max(500);
/** What a kind of change may say no to, in its own order. */
const changeErrors = [
  'operator.nosetting',
  'operator.badvalue',
  'operator.samevalue',
  'operator.shortfall',
  'operator.ratecount',
  'operator.levelorder',
  'operator.versionorder',
  'operator.apkhash',
  'operator.valueorder',
  'operator.nohalt',
  'operator.haltremains',
  'reserve.noreorg',
  'reserve.toodeep',
  'reserve.notread',
  'deposit.nosuspense',
  'deposit.stillbarred',
  'deposit.badreturn',
  'deposit.returnlisted',
  'deposit.fiatbadbank',
  'deposit.fiatnobank',
  'deposit.fiatnocurrency',
  'deposit.fiatbadrate',
  'deposit.fiatnoorder',
  'deposit.fiatstate',
  'deposit.fiatnoline',
  'deposit.fiatlinestate',
  'deposit.fiatothercurrency',
  'deposit.fiatboundline',
  'deposit.fiatnorate',
  'activity.buybackamount',
  'activity.buybacknoprice',
  'activity.buybackprice',
  'activity.buybackunderway',
  'operator.nomember',
  'reward.payeenotactivated',
  'transfer.receiverbarred',
  'ledger.insufficient',
  'ledger.closed',
  'auth.agreementdraft',
  'auth.agreementtexts',
  'auth.agreementsame',
  'auth.nofactorreset',
  'auth.factorresetended',
  'auth.factorresetwaits',
  'auth.notfrozen',
];

export const adminDryRun = defineCall({
  path: 'Admin/DryRun',
  summary: 'What a change would do: the exact journal entries and the members it affects. Nothing is kept.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject(change),
  output: dryRun,
  errors: changeErrors,
});

export const adminPropose = defineCall({
  path: 'Admin/Propose',
  summary:
    'Proposes a change; `hash` is that of the dry run that was looked at. Replaces one’s own open proposal for the same.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ ...change, reason, hash: hashText }),
  output: proposal,
  errors: ['operator.proposalchanged', 'operator.proposalopen', ...changeErrors],
});

export const adminProposals = defineCall({
  path: 'Admin/Proposals',
  summary:
    'What operators proposed, newest first, with what it does; open ones unless told, of one `subject` or all.',
  access: operator(),
  answer: 'list',
  input: z.strictObject({
    status: z.enum(['open', 'ended', 'all']).optional(),
    kind: z.enum(changeKinds).optional(),
    subject: change.subject.optional(),
    ...paging,
  }),
  output: proposal,
});

export const adminProposalConfirm = defineCall({
  path: 'Admin/ProposalConfirm',
  summary: 'A second operator confirms: it is done, when it does exactly what its dry run showed.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, hash: hashText }),
  output: proposal,
  errors: [
    'operator.noproposal',
    'operator.proposalended',
    'operator.proposalexpired',
    'operator.secondperson',
    'operator.proposalchanged',
    ...changeErrors,
  ],
});

export const adminProposalRefuse = defineCall({
  path: 'Admin/ProposalRefuse',
  summary: 'Refuses a proposal with a reason; its maker takes it back the same way.',
  access: operator('finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, reason }),
  output: proposal,
  errors: ['operator.noproposal', 'operator.proposalended'],
});

export const adminSettings = defineCall({
  path: 'Admin/Settings',
  summary: 'Every configuration value with its standard, and who changed it last.',
  access: operator('risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({}),
  output: z.object({
    idx: z.string(),
    val: z.string(),
    standard: z.string(),
    type: z.enum(settingTypes),
    /** Least and most, as texts; null where the type has no order. */
    range: z.tuple([z.string(), z.string()]).nullable(),
    /** Members may read it. */
    public: z.boolean(),
    /** Two operators may change it here; the others only the installation (keys, contracts, the signer's own caps). */
    changeable: z.boolean(),
    changed: timeOut.nullable(),
    changedby: z.string().nullable(),
  }),
});

export const adminSettingHistory = defineCall({
  path: 'Admin/SettingHistory',
  summary: 'Every value that a configuration value ever had, newest first.',
  access: operator('risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({ idx: z.string().max(120) }),
  output: z.object({
    val: z.string(),
    version: z.number().int(),
    time: timeOut,
    by: z.string(),
  }),
  errors: ['operator.nosetting'],
});
