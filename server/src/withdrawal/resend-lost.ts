import { Fault } from '@openmere/core/kit/fault.ts';
import { listToResend } from '../platform/chain/fork-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import { Rows } from '../platform/rows.ts';
import { findAgain, listLostPayouts, listSignedAgain } from './again-store.ts';
import type { LostPayout } from './again-store.ts';
import type { FollowDeps } from './follow.ts';
import { findProofBlock, lookAtPayout } from './look.ts';
import { payoutIdOf } from './payout-id.ts';

/**
 * Hands the stored bytes of payouts to the chain again that a deep reorganisation took back, where two operators agreed, by nonce,
 * until they are final once more. Payouts are halted meanwhile; these were paid before, and the treasury pays an id once. Where the
 * node takes them no more, it is looked at whether another transaction used the nonce: enough looks that agree prove that these
 * bytes are impossible, and two operators may have it signed once more (sign-again.ts). @returns how many the node took.
 */
export async function resendLost(
  ctx: FollowDeps & { signal?: AbortSignal | undefined },
  chainId: number,
): Promise<number> {
  const { signal } = ctx;
  const hashes = await listToResend(ctx.db, chainId, 'withdrawal-paid');
  const rows = new Rows();
  let taken = 0;
  for (const lost of await listLostPayouts(ctx.db, hashes)) {
    if (signal?.aborted) break;
    if (await rows.attempt(lost.id, () => tryOne(ctx, lost))) taken += 1;
  }
  rows.end();
  return taken;
}

/**
 * Uses the nonces of second signatures whose payment the first one made after all, when another reorganisation brought it back: later
 * payouts would wait behind the gap for good. The bytes pay nothing any more, because the treasury pays an id once; where it has not
 * paid, two operators decide. @returns how many the node took.
 */
export async function useLeftNonces(ctx: Pick<FollowDeps, 'db' | 'chain' | 'log'>): Promise<number> {
  const { db, chain, log } = ctx;
  let taken = 0;
  for (const { id, payer, nonce, raw, hash } of await listSignedAgain(db)) {
    const { latest } = await chain.nonces(payer as Hex);
    if (nonce < latest || !(await chain.isPaid(payoutIdOf(id)))) continue;
    const { kind } = await chain.send(raw as Hex);
    log.warn(
      { withdrawal: id, hash, answer: kind },
      'the nonce of a second signature that is not needed is used',
    );
    if (kind === 'accepted') taken += 1;
  }
  return taken;
}

async function tryOne(ctx: FollowDeps, lost: LostPayout): Promise<boolean> {
  try {
    return await resendOne(ctx, lost);
  } catch (error) {
    if (!(error instanceof Fault || error instanceof RpcAnswerError)) throw error;
    ctx.log.warn({ withdrawal: lost.id, error }, 'payout not sent again, tried again');
    return false;
  }
}

async function resendOne(ctx: FollowDeps, lost: LostPayout): Promise<boolean> {
  const { db, chain, log, proof } = ctx;
  const again = await findAgain(db, lost.id, proof);
  const { kind } = await chain.send(again.kind === 'signed' ? again.raw : lost.raw);
  const isTaken = kind === 'accepted' || kind === 'known';
  const hash = again.kind === 'signed' ? again.txHash : lost.paidBy;
  log.warn(
    { withdrawal: lost.id, hash, answer: kind },
    'a payout that a reorganisation took back is sent again',
  );
  if (isTaken || again.kind === 'asked' || again.kind === 'signed') return isTaken;
  const at = await findProofBlock(ctx, lost.chain_id);
  const ended = at && (await lookAtPayout(ctx, { payout: lost, at, statuses: ['confirmed'] }));
  if (ended && again.kind === 'none') {
    log.error(
      { withdrawal: lost.id, takenBy: ended.txHash },
      'ALARM a payout that a reorganisation took back can never be mined: it takes a new signature',
    );
  }
  return false;
}
