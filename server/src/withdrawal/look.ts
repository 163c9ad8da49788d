import { Fault } from '@openmere/core/kit/fault.ts';
import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import type { Hex } from '../platform/chain/log.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { findBookedUpTo, insertLook, listLooks, readNow } from './look-store.ts';
import type { PayoutChain } from './payout-chain.ts';
import type { PayoutEnd } from './payout-end.ts';
import { payoutIdOf } from './payout-id.ts';
import { contradicts, currentLooks, isEnded, isProved } from './proof.ts';
import type { Ended, ProofPolicy } from './proof.ts';
import type { BlockId } from './rpc-answer.ts';
import type { PayoutLook } from './tables.ts';
import { lockWithdrawal } from './withdrawal-store.ts';

export type LookDeps = { db: Db; chain: PayoutChain; proof: ProofPolicy };
type Look = { payout: LookedAt; at: BlockId; statuses?: readonly WithdrawalStatus[] };
export type LookedAt = {
  id: string;
  chain_id: number;
  payer: string;
  nonce: bigint;
  hashes: readonly string[];
};

/**
 * The block that conclusions rest on: the lower of the final one and the indexer's cursor, up to which every log was read.
 * Undefined while the indexer has not followed anything.
 */
export async function findProofBlock(
  ctx: Pick<LookDeps, 'db' | 'chain'>,
  chainId: number,
): Promise<BlockId | undefined> {
  const booked = await findBookedUpTo(ctx.db, chainId);
  if (!booked) return undefined;
  const final = await ctx.chain.finalBlock();
  return final.number < booked.number ? final : booked;
}

/** What became of the payout as of `at`. */
export function readEndAt(
  ctx: Pick<LookDeps, 'chain'>,
  { payout, at }: { payout: LookedAt; at: BlockId },
): Promise<PayoutEnd> {
  const question = {
    payer: payout.payer as Hex,
    nonce: Number(payout.nonce),
    payoutId: payoutIdOf(payout.id),
    hashes: payout.hashes,
  };
  return ctx.chain.readEnd(question, at);
}

/** Whether the block of the earliest look is still the chain's. A look at a block that is gone proves nothing. */
async function stillStands(deps: LookDeps, earliest: PayoutLook | undefined): Promise<boolean> {
  if (!earliest) return true;
  try {
    await deps.chain.prove({ number: earliest.block_number, hash: earliest.block_hash as Hex });
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'chain.moved') return false;
    throw error;
  }
}

/**
 * Looks once whether a payout has ended without payment, and keeps what was seen. @returns the end when enough looks agree
 * (rulebook §5): so many, so far apart in time and blocks, by the same transaction, and no `Paid` was booked up to the block.
 * Nothing is looked at in other states than `statuses`.
 */
export async function lookAtPayout(
  ctx: LookDeps,
  { payout, at, statuses = ['sending', 'sent'] }: Look,
): Promise<Ended | undefined> {
  const before = currentLooks(await listLooks(ctx.db, payout.id));
  const now = await readNow(ctx.db);
  const last = before.at(-1);
  if (last && now.getTime() - last.looked_at.getTime() < ctx.proof.spacingMs) return undefined;
  const stands = await stillStands(ctx, before[0]);
  const end = await readEndAt(ctx, { payout, at });
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockWithdrawal(tx, payout.id);
    if (!row || !statuses.includes(row.status)) return undefined;
    const known = currentLooks(await listLooks(tx, payout.id));
    // Another process looked meanwhile: its look counts, this one does not.
    if (known.at(-1)?.id !== last?.id) return undefined;
    if (!stands || contradicts(known, end)) await insertLook(tx, payout.id, at, { kind: 'open' });
    if (!isEnded(end)) return undefined;
    await insertLook(tx, payout.id, at, end);
    const looks = currentLooks(await listLooks(tx, payout.id));
    return isProved(looks, ctx.proof) ? end : undefined;
  });
}
