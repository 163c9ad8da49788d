import { Fault } from '@openmere/core/kit/fault.ts';
import { listToResend } from '../platform/chain/fork-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { DeliveryDeps } from './broadcast.ts';

/**
 * Hands the stored bytes of payouts to the chain again that a deep reorganisation took back, where two operators agreed, by nonce,
 * until they are final once more. Payouts are halted meanwhile; these were paid before, and the treasury pays an id once.
 * @returns how many the node took.
 */
export async function resendLost(
  ctx: DeliveryDeps & { signal?: AbortSignal | undefined },
  chainId: number,
): Promise<number> {
  const { signal, db, chain, log } = ctx;
  const hashes = await listToResend(db, chainId, 'withdrawal-paid');
  if (hashes.length === 0) return 0;
  const attempts = await db
    .selectFrom('payout_attempt')
    .select(['withdrawal_id', 'raw', 'tx_hash'])
    .where('tx_hash', 'in', hashes)
    .orderBy('nonce')
    .execute();
  let taken = 0;
  for (const { withdrawal_id: withdrawal, raw, tx_hash: hash } of attempts) {
    if (signal?.aborted) break;
    try {
      const { kind } = await chain.send(raw as Hex);
      if (kind === 'accepted' || kind === 'known') taken += 1;
      log.warn({ withdrawal, hash, answer: kind }, 'a payout that a reorganisation took back is sent again');
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      log.warn({ withdrawal, hash, error }, 'payout not sent again, tried again');
    }
  }
  return taken;
}
