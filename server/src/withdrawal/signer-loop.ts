import { Fault } from '@openmere/core/kit/fault.ts';
import type { Log } from '../platform/log.ts';
import { signBump } from './bump.ts';
import { signPayout } from './sign.ts';
import type { SignerDeps } from './sign.ts';
import { voidUnsigned } from './void.ts';
import { listApprovedIds, listBumpsWanted } from './signer-store.ts';

const BATCH = 100;

/**
 * One round of the signer: approved withdrawals oldest first, then the fee bumps that the broadcaster asked for. A failure
 * at one does not keep the others waiting. @returns how many were signed. Fault when every one that was tried failed: such
 * a round is no success of the signer.
 */
export async function signApproved(deps: SignerDeps, signal?: AbortSignal): Promise<number> {
  let signed = 0;
  await voidUnsigned(deps);
  const tries: Tries = { count: 0, failed: 0 };
  for (const id of await listApprovedIds(deps.db, BATCH)) {
    if (signal?.aborted) return signed;
    const outcome = await attempt(deps.log, id, tries, () => signPayout(deps, id));
    if (outcome?.kind === 'signed') signed += 1;
  }
  for (const id of await listBumpsWanted(deps.db)) {
    if (signal?.aborted) return signed;
    const outcome = await attempt(deps.log, id, tries, () => signBump(deps, id));
    if (outcome?.kind === 'signed') signed += 1;
  }
  if (tries.count > 0 && tries.failed === tries.count) throw new Fault('payout.notsigned', { retry: true });
  return signed;
}

type Tries = { count: number; failed: number };

async function attempt<T>(
  log: Log,
  id: string,
  tries: Tries,
  work: () => Promise<T>,
): Promise<T | undefined> {
  tries.count += 1;
  try {
    return await work();
  } catch (error) {
    tries.failed += 1;
    log.error({ withdrawal: id, error }, 'payout not signed, tried again');
    return undefined;
  }
}
