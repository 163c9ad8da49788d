import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type {
  adminDryRun,
  adminProposalConfirm,
  adminProposalRefuse,
  adminProposals,
  adminPropose,
} from '@openmere/core/operator/proposal-contract.ts';
import { changeKindsFor } from '@openmere/core/operator/rules.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { recordAudit } from './audit-store.ts';
import type { ChangeInput, ChangeKind, Person } from './change.ts';
import { dryRun, watch } from './dry-run.ts';
import type { DryRun } from './dry-run.ts';
import { countWithAccess, findAccounts } from './operator-store.ts';
import { addProposal, endProposal, listProposals, lockProposal } from './proposal-store.ts';
import type { Proposal, ShownProposal } from './proposal-store.ts';

/** A proposal that nobody answered for so long rests on what may be old by now. */
export const PROPOSAL_HOURS = 24;

export type ProposalDeps = { db: Db; kinds: readonly ChangeKind[]; onPosted?: OnPosted };
type Asked = ChangeInput & Pick<Proposal, 'kind'>;

/** Stands for the second person while there is none: what a dry run writes in their name is taken back. */
const nobodyYet: Person = { id: 'opr_nobody', account: '(the second operator)' };

/** Admin/DryRun: does the change, reads what it did, and takes it back. Refusals: those of the change. */
export function showDryRun(
  ctx: Pick<Ctx<OperatorActor>, 'now' | 'actor'> & ProposalDeps,
  input: CallParsed<typeof adminDryRun>,
): Promise<DryRun> {
  const { now, actor } = ctx;
  return dryRun(ctx, {
    subject: subjectOf(input),
    work: (tx, onPosted) =>
      kindOf(ctx, input).apply(
        { tx, now, maker: actor, checker: nobodyYet, reason: 'dry run', proposalId: newId('prp'), onPosted },
        input,
      ),
  });
}

/**
 * Admin/Propose. Refusals in order: those of the change, proposalchanged (it does something else than what was shown), proposalopen
 * (somebody else's for the same thing waits, which this person may not have read).
 */
export async function propose(
  ctx: Pick<Ctx<OperatorActor>, 'now' | 'actor'> & ProposalDeps,
  input: CallParsed<typeof adminPropose>,
): Promise<ShownProposal> {
  const { now, actor } = ctx;
  const found = await showDryRun(ctx, input);
  if (found.hash !== input.hash) throw new Refusal('operator.proposalchanged');
  const { kind, subject, value, reason } = input;
  return inTransaction(ctx.db, async (tx) => {
    const id = await addProposal(tx, {
      kind,
      subject,
      value,
      reason,
      maker: actor,
      now,
      expiresAt: new Date(now.getTime() + PROPOSAL_HOURS * 3_600_000),
      dryRun: found,
    });
    if (id === undefined) throw new Refusal('operator.proposalopen');
    const detail = { proposal: id, value, reason, hash: found.hash, ...aboutOne(found) };
    await recordAudit(tx, actor, { action: `${kind}.propose`, subject, detail });
    return getProposal({ tx, now }, id);
  });
}

/**
 * Admin/ProposalConfirm: a second operator, who read the dry run of this hash. It is done in one transaction with the end of the
 * proposal, and only when it does exactly what was shown. Refusals in order: noproposal, proposalended, proposalexpired,
 * secondperson, proposalended (the maker has no access any more), those of the change, proposalchanged.
 */
export function confirmProposal(
  ctx: Pick<Ctx<OperatorActor>, 'now' | 'actor'> & ProposalDeps,
  input: CallParsed<typeof adminProposalConfirm>,
): Promise<ShownProposal> {
  const { now, actor } = ctx;
  return inTransaction(ctx.db, async (tx) => {
    const row = await getOpen(tx, input.id);
    if (row.expires_at <= now) throw new Refusal('operator.proposalexpired');
    if (row.maker_id === actor.id) throw new Refusal('operator.secondperson');
    const account = (await findAccounts(tx, [row.maker_id])).get(row.maker_id);
    assert(account !== undefined, 'operators are never removed');
    // It may have come in at the very moment in which the maker's proposals were ended.
    if ((await countWithAccess(tx, [row.maker_id])) === 0) throw new Refusal('operator.proposalended');
    await endProposal(tx, row, { status: 'confirmed', by: actor });
    const maker = { id: row.maker_id, account };
    const found = await watch(
      { tx },
      {
        subject: subjectOf(row),
        work: (onPosted) =>
          kindOf(ctx, row).apply(
            {
              tx,
              now,
              maker,
              checker: actor,
              reason: row.reason,
              proposalId: row.id,
              onPosted: async (inner, posted) => {
                await onPosted(inner, posted);
                await ctx.onPosted?.(inner, posted);
              },
            },
            row,
          ),
      },
    );
    if (found.hash !== row.hash || input.hash !== row.hash) throw new Refusal('operator.proposalchanged');
    const { value, reason, hash } = row;
    const detail = {
      proposal: row.id,
      by: account,
      value,
      ...beforeOf(found),
      reason,
      hash,
      ...aboutOne(found),
    };
    await recordAudit(tx, actor, { action: `${row.kind}.confirm`, subject: row.subject, detail });
    return getProposal({ tx, now }, row.id);
  });
}

/** Admin/ProposalRefuse: another operator refuses it, its maker takes it back. Refusals in order: noproposal, proposalended. */
export async function refuseProposal(
  ctx: Ctx<OperatorActor>,
  input: CallParsed<typeof adminProposalRefuse>,
): Promise<ShownProposal> {
  const { tx, actor } = ctx;
  const row = await getOpen(tx, input.id);
  const status = row.maker_id === actor.id ? 'withdrawn' : 'refused';
  await endProposal(tx, row, { status, by: actor, reason: input.reason });
  const by = (await findAccounts(tx, [row.maker_id])).get(row.maker_id);
  await recordAudit(tx, actor, {
    action: `${row.kind}.${status === 'refused' ? 'refuse' : 'takeback'}`,
    subject: row.subject,
    detail: { proposal: row.id, by, value: row.value, reason: input.reason, ...aboutOne(row.dry_run) },
  });
  return getProposal(ctx, row.id);
}

/** Admin/Proposals, newest first: of the kinds that the operator's role reads. */
export async function showProposals(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'now' | 'actor'>,
  input: CallParsed<typeof adminProposals>,
): Promise<CallResult<typeof adminProposals>> {
  const { tx, now, actor } = ctx;
  const { status, kind, subject } = input;
  const among = changeKindsFor(actor.role);
  return readPage(
    { ...input, list: `proposals ${status ?? 'open'} ${kind ?? ''} ${subject ?? ''}` },
    (before, limit) => listProposals(tx, now, { status, kind, subject, among, before, limit }),
    ({ id }) => id,
  );
}

/** What stood before, for the audit log: each thing that changed by its name, as the dry run has it; one transaction may be of several. */
export function beforeOf({ changes }: Pick<DryRun, 'changes'>): { before?: Record<string, string> } {
  const stood = new Map<string, string>();
  for (const { what, before } of changes) {
    if (before !== null) stood.set(what, [stood.get(what) ?? [], before].flat().join(', '));
  }
  return stood.size === 0 ? {} : { before: Object.fromEntries(stood) };
}

/** Whose log it stands in, too: of what affects one member. */
function aboutOne({ members, everyone }: DryRun): { member?: string } {
  const [only, ...others] = members;
  return only && others.length === 0 && !everyone ? { member: only.userid } : {};
}

async function getOpen(tx: Tx, id: string): Promise<Proposal> {
  const row = await lockProposal(tx, id);
  if (!row) throw new Refusal('operator.noproposal');
  if (row.status !== 'open') throw new Refusal('operator.proposalended');
  return row;
}

async function getProposal(ctx: Pick<Ctx, 'tx' | 'now'>, id: string): Promise<ShownProposal> {
  const { tx, now } = ctx;
  const [shown] = await listProposals(tx, now, { id, status: 'all', limit: 1 });
  assert(shown, 'a proposal that was just written is there');
  return shown;
}

function kindOf({ kinds }: ProposalDeps, { kind }: Pick<Asked, 'kind'>): ChangeKind {
  const found = kinds.find((one) => one.kind === kind);
  assert(found, `the kind ${kind} is registered`);
  return found;
}

function subjectOf({ kind, subject, value }: Asked): string[] {
  return [kind, subject, value];
}
