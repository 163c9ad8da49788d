import type { VisitorActor } from '../platform/actor.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { countAlive } from '../platform/heartbeat.ts';
import { listLoops } from '../platform/loops.ts';
import { showChainSilence } from './chain-silence.ts';
import type { PublicFacts } from './get-config.ts';
import { showPayoutHalt } from './payout-halt.ts';
import { readSettings } from './read.ts';
import { showPauses } from './show-pauses.ts';

/** Processes that must be alive for money to move, and how fresh their sign of life must be. */
const NEEDED = ['indexer', 'settler', 'signer'];
const ALIVE_SECONDS = 30;

/**
 * Name, version, chain and health for `/index`. Degraded: this process answers, but one that moves money is silent, a loop
 * has not succeeded for too long, or payouts are halted.
 */
export async function getBanner(
  ctx: ReadCtx & Omit<Ctx<Pick<VisitorActor, 'from'>>, 'tx'> & { facts: PublicFacts },
) {
  const { tx, now, actor, facts } = ctx;
  const settings = await readSettings(tx);
  const alive = await countAlive(tx, NEEDED, ALIVE_SECONDS);
  const loops = await listLoops(tx, facts.chainId);
  const { locale } = actor.from;
  const reader = { chainId: facts.chainId, locale };
  const payouthalt = await showPayoutHalt(ctx, locale);
  const isComplete = alive === NEEDED.length;
  return {
    name: settings.appName,
    version: facts.build,
    chainid: facts.chainId,
    health:
      isComplete && payouthalt === null && loops.every(({ isLate }) => !isLate)
        ? ('ok' as const)
        : ('degraded' as const),
    loops: loops.map(({ name, succeededAt, ageMs, isLate }) => ({
      name,
      age: succeededAt === null ? null : Math.round(ageMs / 1000),
      late: isLate,
    })),
    payouthalt,
    paused: [
      ...(payouthalt ? [{ what: 'payouts' as const, ...payouthalt }] : []),
      ...(await showPauses(ctx, reader)),
    ],
    silence: await showChainSilence(ctx, reader),
    time: now.getTime(),
  };
}
