import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminPaymentConfirm } from '@openmere/core/withdrawal/contract.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { Ctx } from '../platform/context.ts';
import { announceStatus, mailMember } from './announce.ts';
import { postRelease } from './hold.ts';
import { findProofBlock } from './look.ts';
import { payoutIdOf } from './payout-id.ts';
import type { ReleaseProofDeps } from './release-proof.ts';
import { insertRelease } from './release-store.ts';
import type { BlockId } from './rpc-answer.ts';
import type { Withdrawal } from './tables.ts';
import { listProposals, findPaymentById } from './unmatched-store.ts';
import type { PaymentProposal, UnmatchedPayment } from './unmatched-store.ts';
import { changeWithdrawal, markReleased } from './withdrawal-store.ts';

/** Up to which block the chain itself said that the id of this proposal's withdrawal was paid. */
export type PaidElsewhere = { proposalId: string; at: BlockId };

/**
 * Reads from the chain, now and outside a transaction, that the id of a withdrawal to be given back was paid: then the treasury
 * pays it never again, whatever bytes of ours are still on their way. Undefined for other proposals. Throws a Fault when the
 * chain does not answer for the payment's block; refuses with noproof when it says that nothing was paid.
 */
export async function readPaidElsewhere(
  ctx: ReleaseProofDeps,
  { id, proposalid }: CallParsed<typeof adminPaymentConfirm>,
): Promise<PaidElsewhere | undefined> {
  const { db, chain } = ctx;
  const [proposal] = await listProposals(db, [id]);
  if (proposal?.action !== 'giveback' || String(proposal.id) !== proposalid) return undefined;
  if (proposal.withdrawal_id === null) return undefined;
  const payment = await findPaymentById(db, id);
  if (!payment) return undefined;
  if (!chain) throw new Fault('chain.notreasury', { retry: false });
  const at = await findProofBlock({ db, chain }, payment.chain_id);
  if (!at || at.number < payment.block_number) throw new Fault('chain.behind', { retry: true });
  if (!(await chain.wasPaid(payoutIdOf(proposal.withdrawal_id), at))) throw new Refusal('withdrawal.noproof');
  return { proposalId: proposalid, at };
}

/**
 * Only the hold of the payment's own withdrawal, which paid somebody else or another token, so that the member has nothing;
 * what came to their wallet in the right coin is matched instead.
 */
export function checkGiveBack(payment: UnmatchedPayment, row: Withdrawal | undefined): void {
  if (!row) throw new Refusal('withdrawal.notfound');
  const isOpen = ['approved', 'sending', 'sent', 'failed'].includes(row.status) && row.released_at === null;
  const hasArrived = row.coin_id === payment.coin_id && row.address === payment.receiver;
  if (payment.withdrawal_id !== row.id || !isOpen || hasArrived)
    throw new Refusal('withdrawal.cannotgiveback');
}

/** The whole hold goes back to the member, who may ask anew. The payment is settled as returned before this. */
export async function giveHoldBack(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted | undefined },
  { row, proposal, confirmedBy }: { row: Withdrawal; proposal: PaymentProposal; confirmedBy: string },
): Promise<void> {
  const { tx } = ctx;
  if (row.status !== 'failed')
    await changeWithdrawal(tx, row.id, { status: 'failed', reason: 'paid elsewhere' });
  for (const operator_id of [proposal.operator_id, confirmedBy])
    await insertRelease(tx, { withdrawal_id: row.id, operator_id, reason: proposal.explanation });
  const released = await markReleased(tx, row.id);
  await postRelease(ctx, row);
  await announceStatus(tx, row, 'failed');
  await mailMember(tx, released, 'released');
}
