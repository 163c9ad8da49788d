import { Fault } from '@openmere/core/kit/fault.ts';
import { eachAtOnce } from '../platform/at-once.ts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { Rows } from '../platform/rows.ts';
import { failpoint } from '../platform/signing/failpoint.ts';
import { announceStatus, mailMember } from './announce.ts';
import { markSent } from './broadcast.ts';
import type { DeliveryDeps } from './broadcast.ts';
import { findProofBlock, lookAtPayout } from './look.ts';
import type { OpenPayout } from './payout-store.ts';
import { listOpen, insertOutcome, wantBump } from './payout-store.ts';
import type { Ended, ProofPolicy } from './proof.ts';
import type { BlockId } from './rpc-answer.ts';
import { moveWithdrawal } from './withdrawal-store.ts';

/** Without a receipt for this long, a higher fee is asked for, again and again. */
const STUCK_MS = 60_000;
/** Without a receipt for this long, people are called. */
const ALARM_MS = 300_000;
/** Payouts looked at at once: each is a few questions to the nodes. */
const LOOKS_AT_ONCE = 8;

export type FollowDeps = DeliveryDeps & { proof: ProofPolicy };
export type FollowOptions = { stuckMs?: number };

/**
 * Looks what became of handed-over payouts. A payout fails only on proof that nothing left and never will (rulebook §5): its
 * own transaction reverted, or its nonce was consumed by another one that we have read, as of blocks up to which every `Paid`
 * was booked, seen again and again. The money then waits for operators. Success is booked by the indexer from the `Paid`
 * event, not here. What a node does not answer for one payout does not keep the others waiting.
 */
export async function followPayouts(
  ctx: FollowDeps & { signal?: AbortSignal | undefined },
  options: FollowOptions = {},
): Promise<void> {
  const { signal } = ctx;
  const open = await listOpen(ctx.db);
  const [any] = open;
  if (!any) return;
  const at = await findProofBlock(ctx, any.chain_id);
  const counts = new Map<string, Promise<number>>();
  const isUsed = async (payout: OpenPayout): Promise<boolean> => {
    if (!at) return false;
    const count = counts.get(payout.payer) ?? ctx.chain.countAt(payout.payer as Hex, at);
    counts.set(payout.payer, count);
    return (await count) > Number(payout.nonce);
  };
  const failures: unknown[] = [];
  const rows = new Rows();
  const follow = async (payout: OpenPayout): Promise<void> => {
    if (signal?.aborted) return;
    try {
      await followOne(ctx, payout, {
        at,
        isUsed: await isUsed(payout),
        stuckMs: options.stuckMs ?? STUCK_MS,
      });
    } catch (error) {
      if (!(error instanceof Fault || error instanceof RpcAnswerError)) throw error;
      // A node that answers nothing about a block fails them all: the first says why.
      if (failures.length === 0)
        ctx.log.warn({ withdrawal: payout.id, error }, 'payouts not looked at, tried again');
      failures.push(error);
    }
  };
  await eachAtOnce(open, LOOKS_AT_ONCE, async (payout) => rows.attempt(payout.id, () => follow(payout)));
  rows.end();
  // Nothing could be asked at all: that is the job's failure, which health pages show.
  if (failures.length === open.length) throw failures[0];
}

async function followOne(
  deps: FollowDeps,
  payout: OpenPayout,
  { at, isUsed, stuckMs }: { at: BlockId | undefined; isUsed: boolean; stuckMs: number },
): Promise<void> {
  const mined = await findMined(deps, payout);
  if (mined) {
    const { id: withdrawal_id, member_id, deposit_id } = payout;
    const handle = { withdrawal_id, member_id, deposit_id };
    await inTransaction(deps.db, (tx) => markSent({ tx }, { ...handle, tx_hash: mined.hash }));
  }
  // Once it looked like an end, every further look counts, also one that contradicts.
  if (at && (payout.looked || (isUsed && mined?.succeeded !== true))) {
    const ended = await lookAtPayout(deps, { payout, at });
    if (ended) await recordEnd(deps, payout, ended, at);
  }
  if (!isUsed && !mined) await askForBump(deps, payout, stuckMs);
}

type Mined = { hash: string; succeeded: boolean; blockNumber: bigint };

async function findMined(deps: FollowDeps, payout: OpenPayout): Promise<Mined | undefined> {
  for (const hash of payout.hashes) {
    const receipt = await deps.chain.findReceipt(hash as Hex);
    if (receipt) return { hash, ...receipt };
  }
  return undefined;
}

/** Two workers may come here with the same proof; one of them writes it. */
async function recordEnd(deps: FollowDeps, payout: OpenPayout, ended: Ended, at: BlockId): Promise<void> {
  const outcome = { outcome: ended.kind, tx_hash: ended.txHash, final_block: at.number };
  failpoint('outcome:before');
  await inTransaction(deps.db, async (tx) => {
    if (await insertOutcome(tx, { withdrawal_id: payout.id, ...outcome }))
      await failPayout(tx, payout, ended.kind);
  });
  failpoint('outcome:after');
  deps.log.error({ withdrawal: payout.id, ...outcome }, 'ALARM payout failed, operators decide');
}

async function failPayout(tx: Tx, payout: OpenPayout, outcome: string): Promise<void> {
  const open = { id: payout.id, from: ['sending', 'sent'] as const };
  if (!(await moveWithdrawal(tx, open, { status: 'failed', reason: outcome }))) return;
  await announceStatus(tx, payout, 'failed');
  await mailMember(tx, { ...payout, reason: outcome }, 'failed');
}

async function askForBump(deps: FollowDeps, payout: OpenPayout, stuckMs: number): Promise<void> {
  if (await wantBump(deps.db, payout, stuckMs))
    deps.log.warn({ withdrawal: payout.id }, 'payout is stuck, a higher fee is asked for');
  if (payout.first_sent_at && Date.now() - payout.first_sent_at.getTime() > ALARM_MS) {
    deps.log.error({ withdrawal: payout.id, nonce: String(payout.nonce) }, 'ALARM payout is stuck');
  }
}
