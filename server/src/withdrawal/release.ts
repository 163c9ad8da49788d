import { setTimeout as wait } from 'node:timers/promises';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { adminWithdrawalRelease } from '@openmere/core/withdrawal/contract.ts';
import { checkReason } from '@openmere/core/withdrawal/rules.ts';
import type { OnPosted } from '../ledger/post.ts';
import { recordAudit } from '../operator/audit-store.ts';
import { countWithAccess } from '../operator/operator-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { announceStatus, mailMember } from './announce.ts';
import { findConsoleRecord } from './console-record-store.ts';
import { postRelease } from './hold.ts';
import { readReleaseProof } from './release-proof.ts';
import type { ReleaseProof, ReleaseProofDeps } from './release-proof.ts';
import { RELEASES_NEEDED, listReleasers, insertRelease } from './release-store.ts';
import { isVoid } from './signer-store.ts';
import type { Withdrawal } from './tables.ts';
import { lockWithdrawal, findWithdrawal, changeWithdrawal, markReleased } from './withdrawal-store.ts';

export type ReleaseDeps = Omit<ReleaseProofDeps, 'db'> & {
  onPosted?: OnPosted;
  /** How long to wait for the signer's word. */
  signerMs?: number;
};
type Input = CallParsed<typeof adminWithdrawalRelease>;

const SIGNER_MS = 6_000;
const SIGNER_POLL_MS = 200;

/**
 * Admin/WithdrawalRelease: the money of a payout that failed, or that was approved and never signed, goes back. The first
 * operator proposes, a second one confirms (rulebook §5). Each time the proof is read from the chain at that moment, before
 * the transaction; no answer, no release. What was never signed is the signer's own word. Refusals in order: notfound,
 * needreason, notreviewing (any other state, or given back before), paidonchain, noproof, twopersons, proposalchanged (the
 * second one names no dry run), signersilent.
 */
export async function releaseWithdrawal(
  ctx: DbCtx & Pick<Ctx<OperatorActor>, 'actor'> & ReleaseDeps,
  input: Input,
): Promise<CallResult<typeof adminWithdrawalRelease>> {
  const { db, actor } = ctx;
  const row = await findRow(db, input.id);
  refuse(checkReason(input.reason));
  checkReleasable(row);
  const proofDeps = { ...ctx, db };
  const proof = await readReleaseProof(proofDeps, row);
  const releases = await inTransaction(db, (tx) =>
    propose({ tx, actor }, { id: row.id, reason: input.reason, hash: input.hash }),
  );
  if (releases >= RELEASES_NEEDED) {
    await waitForSigner(db, row.id, ctx.signerMs ?? SIGNER_MS);
    await inTransaction(db, (tx) => giveBack({ ...ctx, tx }, { id: row.id, proof }));
  }
  return findConsoleRecord(db, await findRow(db, row.id), actor.from.locale);
}

async function findRow(db: Db, id: string): Promise<Withdrawal> {
  const row = await findWithdrawal(db, id);
  if (!row) throw new Refusal('withdrawal.notfound');
  return row;
}

function checkReleasable(row: Withdrawal): void {
  const isOpen = row.status === 'approved' || row.status === 'failed';
  if (!isOpen || row.released_at !== null) {
    throw new Refusal('withdrawal.notreviewing', { status: row.status });
  }
}

/** Counts this operator's yes once. @returns how many different ones there are of operators with access (decision 0294). */
async function propose(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { id, reason, hash }: { id: string; reason: string; hash: string | undefined },
): Promise<number> {
  const { tx, actor } = ctx;
  const row = await lockWithdrawal(tx, id);
  if (!row) throw new Refusal('withdrawal.notfound');
  checkReleasable(row);
  const before = await listReleasers(tx, id);
  const isKnown = before.includes(actor.id);
  const approvals = (await countWithAccess(tx, before)) + (isKnown ? 0 : 1);
  if (isKnown && approvals < RELEASES_NEEDED) throw new Refusal('withdrawal.twopersons');
  if (isKnown) return approvals;
  // As with an approval: whoever completes it has seen what it does.
  if (approvals >= RELEASES_NEEDED && hash === undefined) throw new Refusal('operator.proposalchanged');
  await insertRelease(tx, { withdrawal_id: id, operator_id: actor.id, reason });
  await recordAudit(tx, actor, {
    action: 'withdrawal.releaseapprove',
    subject: id,
    detail: { reason, approvals, needed: RELEASES_NEEDED },
  });
  return approvals;
}

/** Waits for the signer's word where the payout was never signed. Refuses when it does not come: asking again goes on. */
async function waitForSigner(db: Db, id: string, limitMs: number): Promise<void> {
  const limit = Date.now() + limitMs;
  for (;;) {
    const row = await findRow(db, id);
    if (row.status !== 'approved' || (await isVoid(db, id))) return;
    if (Date.now() > limit) throw new Refusal('withdrawal.signersilent');
    await wait(SIGNER_POLL_MS);
  }
}

async function giveBack(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'> & ReleaseDeps,
  { id, proof }: { id: string; proof: ReleaseProof },
): Promise<void> {
  const { tx, actor } = ctx;
  const row = await lockWithdrawal(tx, id);
  if (!row) throw new Refusal('withdrawal.notfound');
  checkReleasable(row);
  if (row.status === 'approved') await changeWithdrawal(tx, id, { status: 'failed', reason: 'never signed' });
  const released = await markReleased(tx, id);
  await postRelease(ctx, row);
  await announceStatus(tx, row, 'failed');
  await mailMember(tx, released, 'released');
  await recordAudit(tx, actor, {
    action: 'withdrawal.release',
    subject: id,
    detail: {
      from: row.status,
      failure: row.reason ?? row.blocked ?? '',
      proof: proof.kind,
      transaction: proof.txHash ?? '',
      block: `${proof.at.number} ${proof.at.hash}`,
    },
  });
}
