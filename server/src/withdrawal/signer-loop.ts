import type { Log } from '../platform/log.ts';
import { signBump } from './bump.ts';
import { signPayout } from './sign.ts';
import type { SignerDeps } from './sign.ts';
import { voidUnsigned } from './void.ts';
import { listApprovedIds, listBumpsWanted } from './signer-store.ts';

const BATCH = 100;

/**
 * One round of the signer: approved withdrawals oldest first, then the fee bumps that the broadcaster asked for. A failure
 * at one does not keep the others waiting. @returns how many were signed.
 */
export async function signApproved(deps: SignerDeps, signal?: AbortSignal): Promise<number> {
  let signed = 0;
  await voidUnsigned(deps);
  for (const id of await listApprovedIds(deps.db, BATCH)) {
    if (signal?.aborted) return signed;
    const outcome = await attempt(deps.log, id, () => signPayout(deps, id));
    if (outcome?.kind === 'signed') signed += 1;
  }
  for (const id of await listBumpsWanted(deps.db)) {
    if (signal?.aborted) return signed;
    const outcome = await attempt(deps.log, id, () => signBump(deps, id));
    if (outcome?.kind === 'signed') signed += 1;
  }
  return signed;
}

async function attempt<T>(log: Log, id: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    log.error({ withdrawal: id, error }, 'payout not signed, tried again');
    return undefined;
  }
}
