import { Fault } from '@openmere/core/kit/fault.ts';
import { eachAtOnce } from '../platform/at-once.ts';
import type { Log } from '../platform/log.ts';
import type { SignerJournal } from '../platform/signing/journal.ts';
import { listToSignAgain } from './again-store.ts';
import { signBump } from './bump.ts';
import { signAgain } from './sign-again.ts';
import { signPayout } from './sign.ts';
import type { SignerDeps } from './sign.ts';
import { listApprovedIds, listBumpsWanted } from './signer-store.ts';
import { voidUnsigned } from './void.ts';

const BATCH = 100;
/**
 * Most of what a signature takes is waiting for what the chain says. Nonces are given and caps counted one payout at a time, under
 * the payer's lock.
 */
const SIGNINGS_AT_ONCE = 8;
/** So long one round looks at approved ones; the next one goes on behind the last. */
const ROUND_MS = 30_000;

/** Where the last round of a signer stopped for want of time. */
const stoppedAt = new WeakMap<SignerJournal, string>();

/**
 * One round of the signer: the fee bumps that the broadcaster asked for, then all approved withdrawals, oldest first. Those
 * that must wait (caps, approvals, cover) stand in nobody's way: each round goes through all, or goes on where the last stopped. A failure
 * at one does not keep the others waiting. @returns how many were signed. Fault when every one that was tried failed: such
 * a round is no success of the signer.
 */
export async function signApproved(ctx: SignerDeps & { signal?: AbortSignal | undefined }): Promise<number> {
  const { signal } = ctx;
  let signed = 0;
  await voidUnsigned(ctx);
  const tries: Tries = { count: 0, failed: 0 };
  for (const id of await listBumpsWanted(ctx.db)) {
    if (signal?.aborted) return signed;
    const outcome = await attempt(ctx.log, id, tries, () => signBump(ctx, id));
    if (outcome?.kind === 'signed') signed += 1;
  }
  for (const id of await listToSignAgain(ctx.db)) {
    if (signal?.aborted) return signed;
    const outcome = await attempt(ctx.log, id, tries, () => signAgain(ctx, id));
    if (outcome?.kind === 'signed') signed += 1;
  }
  const until = performance.now() + ROUND_MS;
  let after = stoppedAt.get(ctx.journal) ?? '';
  stoppedAt.delete(ctx.journal);
  for (;;) {
    const ids = await listApprovedIds(ctx.db, after, BATCH);
    await eachAtOnce(ids, SIGNINGS_AT_ONCE, async (id) => {
      if (signal?.aborted) return;
      const outcome = await attempt(ctx.log, id, tries, () => signPayout(ctx, id));
      if (outcome?.kind === 'signed') signed += 1;
    });
    if (signal?.aborted) return signed;
    after = ids.at(-1) ?? after;
    if (ids.length < BATCH) break;
    if (performance.now() > until) {
      stoppedAt.set(ctx.journal, after);
      break;
    }
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
