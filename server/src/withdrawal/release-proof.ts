import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Db } from '../platform/db/connect.ts';
import { findProofBlock, readEndAt } from './look.ts';
import type { PayoutChain } from './payout-chain.ts';
import { payoutIdOf } from './payout-id.ts';
import { findSigned } from './payout-store.ts';
import { isEnded } from './proof.ts';
import type { BlockId } from './rpc-answer.ts';
import type { Withdrawal } from './tables.ts';

export type ReleaseProofDeps = {
  db: Db;
  /** Undefined where no treasury is configured: then nothing is given back. */
  chain: PayoutChain | undefined;
};
/** What the chain said at that moment: nothing was paid and, for a signed one, by which transaction it never will be. */
export type ReleaseProof = { kind: 'unsigned' | 'reverted' | 'replaced'; txHash: string | null; at: BlockId };

/**
 * Reads from the chain, now, that nothing of a withdrawal was paid: as of the lower of the final block and the indexer's
 * cursor the treasury has not paid its id, and what failed it still stands where it stood. Throws a Fault when the chain
 * does not answer; refuses with paidonchain or noproof when it answers otherwise.
 */
export async function readReleaseProof(ctx: ReleaseProofDeps, row: Withdrawal): Promise<ReleaseProof> {
  const { db, chain } = ctx;
  if (!chain) throw new Fault('chain.notreasury', { retry: false });
  const at = await findProofBlock({ db, chain }, row.chain_id);
  if (!at) throw new Fault('chain.behind', { retry: true });
  const payout = await findSigned(db, row.id);
  if (!payout) {
    if (await chain.wasPaid(payoutIdOf(row.id), at)) throw new Refusal('withdrawal.paidonchain');
    return { kind: 'unsigned', txHash: null, at };
  }
  const end = await readEndAt({ chain }, { payout: { ...payout, id: row.id, chain_id: row.chain_id }, at });
  if (end.kind === 'paid' || end.kind === 'mined') throw new Refusal('withdrawal.paidonchain');
  if (!isEnded(end) || end.kind !== payout.outcome || end.txHash !== payout.tx_hash) {
    throw new Refusal('withdrawal.noproof');
  }
  return { kind: end.kind, txHash: end.txHash, at };
}
