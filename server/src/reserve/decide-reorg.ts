import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminReorgDecide } from '@openmere/core/reserve/contract.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import { findLatestFork, listOrphans, markBooked, signFork } from '../platform/chain/fork-store.ts';
import type { Fork, Orphan } from '../platform/chain/fork-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findLoss } from './losses.ts';
import type { LossDeps } from './losses.ts';
import { isReread, isUnbooked } from './show-reorg.ts';

export type RecordAudit = (
  tx: Tx,
  actor: OperatorActor,
  entry: { action: string; subject: string; detail: Record<string, unknown> },
) => Promise<void>;
export type DecideDeps = LossDeps & {
  post: (tx: Tx, entry: JournalEntry) => Promise<unknown>;
  recordAudit: RecordAudit;
};
type Input = CallParsed<typeof adminReorgDecide>;

const approvalsneeded = 2;

/**
 * Admin/ReorgDecide: the first operator proposes a step, a second one approves it (rulebook §5). `rollback` lets the indexer go back
 * to the common block; `book` posts each loss to suspense, and takes back those whose log came again. Refusals in order:
 * noreorg, toodeep, notread, twopersons.
 */
export async function decideReorg(
  tx: Tx,
  now: Date,
  actor: OperatorActor,
  input: Input,
  deps: DecideDeps,
): Promise<CallResult<typeof adminReorgDecide>> {
  const fork = await findLatestFork(tx, deps.chainId, true);
  if (!fork) throw new Refusal('reserve.noreorg');
  const orphans = await listOrphans(tx, deps.chainId);
  await checkStep(tx, fork, orphans, input, deps);
  const proposer = proposerOf(fork, input.step);
  if (proposer === actor.account) throw new Refusal('reserve.twopersons');
  const isApproval = proposer !== null;
  const name = input.step === 'book' ? 'booking' : 'rollback';
  let booked = 0;
  if (isApproval && input.step === 'book') booked = await bookAll(tx, now, actor, orphans, deps);
  await signFork(tx, fork, isApproval ? `${name}_approved_by` : `${name}_proposed_by`, actor.account);
  await deps.recordAudit(tx, actor, {
    action: `reorg.${input.step}${isApproval ? '' : 'propose'}`,
    subject: String(fork.id),
    detail: {
      reason: input.reason,
      common: String(fork.commonNumber),
      from: String(fork.cursorNumber),
      booked,
    },
  });
  return { approvals: isApproval ? 2 : 1, approvalsneeded };
}

async function checkStep(
  tx: Tx,
  fork: Fork,
  orphans: readonly Orphan[],
  { step }: Input,
  deps: DecideDeps,
): Promise<void> {
  if (step === 'rollback') {
    if (fork.endedAt || fork.rollbackApprovedBy) throw new Refusal('reserve.noreorg');
    if (fork.commonNumber === null) throw new Refusal('reserve.toodeep');
    return;
  }
  if (fork.endedAt && !orphans.some(isUnbooked)) throw new Refusal('reserve.noreorg');
  const cursor = (await findChainState(tx, deps.chainId))?.number ?? null;
  if (!isReread(fork, cursor)) throw new Refusal('reserve.notread');
}

/** Who proposed the step that waits; a booking that was approved before begins anew. */
function proposerOf(fork: Fork, step: Input['step']): string | null {
  if (step === 'rollback') return fork.rollbackProposedBy;
  return fork.bookingApprovedBy ? null : fork.bookingProposedBy;
}

async function bookAll(
  tx: Tx,
  now: Date,
  actor: OperatorActor,
  orphans: readonly Orphan[],
  deps: DecideDeps,
): Promise<number> {
  const open = orphans.filter(isUnbooked);
  for (const orphan of open) {
    const loss = await findLoss(tx, orphan, deps);
    const isGone = orphan.returnedBlock === null;
    if (loss) {
      const { source, destination, coin: asset, amount } = loss;
      const way = isGone ? { source, destination } : { source: destination, destination: source };
      const place = `${orphan.forkId}:${orphan.handler}:${orphan.txHash}:${orphan.logIndex}`;
      await deps.post(tx, {
        key: `reorg:${place}:${isGone ? 'gone' : 'back'}:${now.toISOString()}`,
        kind: isGone ? 'reorg-loss' : 'reorg-back',
        reference: orphan.txHash,
        actor: `operator:${actor.id}`,
        data: { block: Number(orphan.blockNumber), handler: orphan.handler },
        postings: [{ ...way, asset, amount }],
      });
    }
    await markBooked(tx, orphan, isGone);
  }
  return open.length;
}
