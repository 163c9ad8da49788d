import { RESTORED_COPY } from '@openmere/core/ledger/halt.ts';
import type { HaltKind } from '@openmere/core/ledger/halt.ts';
import type { Halt } from '../ledger/halt.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import { findFork } from '../platform/chain/fork-store.ts';
import type { Ctx } from '../platform/context.ts';
import { listReserveChecks } from '../reserve/store.ts';
import { findEndedRun } from '../reserve/verification-run-store.ts';
import { isPaymentOpen } from '../withdrawal/unmatched-store.ts';

/** Why a halt may not end yet; its sentence stands in the console's texts. */
export type HaltRemains = 'payment' | 'differs' | 'notcompared' | 'notverified' | 'chain';

export type HaltFactsDeps = { chainId: number };

type HaltCtx = Pick<Ctx, 'tx'> & HaltFactsDeps;
type Check = (ctx: HaltCtx, halt: Halt) => Promise<HaltRemains | undefined>;

/** A comparison older than this says nothing about now. */
const FRESH_MS = 300_000;

/**
 * What must be seen to be gone before a halt of each kind may end, newer than the halt was last found (rulebook §5):
 * the payment explained and booked, reserves compared and equal, the ledger verified, the chain followed without trouble.
 */
const checks: Readonly<Record<HaltKind, Check>> = {
  payment: async ({ tx }, { subject }) => ((await isPaymentOpen(tx, subject)) ? 'payment' : undefined),
  reserves: compareReserves,
  silent: compareReserves,
  // What is new says nothing of a row far back: the whole, begun after the break was last seen, must have found nothing.
  async ledger({ tx }, { seenAt }) {
    const run = await findEndedRun(tx);
    const isNewer = run?.startedAt !== undefined && run.startedAt !== null && run.startedAt > seenAt;
    return isNewer && run.findingCount === 0 ? undefined : 'notverified';
  },
  async fork({ tx, chainId }, { seenAt }) {
    const chain = await findChainState(tx, chainId);
    const isFollowed = chain?.problem === null && (chain.polledAt?.getTime() ?? 0) > seenAt.getTime();
    // Followed again is not enough: what the reorganisation took must be booked first (page "Reorganisation").
    const isOpen = (await findFork(tx, chainId)) !== undefined;
    return isFollowed && !isOpen ? undefined : 'chain';
  },
  // What was paid since a copy was made is known when ledger and chain are equal again; else nothing that a program could look at.
  other: (ctx, halt) =>
    halt.subject === RESTORED_COPY ? compareReserves(ctx, halt) : Promise.resolve(undefined),
};

export function findRemains(ctx: HaltCtx, halt: Halt): Promise<HaltRemains | undefined> {
  return checks[halt.kind](ctx, halt);
}

async function compareReserves(ctx: HaltCtx, halt: Halt): Promise<HaltRemains | undefined> {
  const { tx } = ctx;
  const reserves = await listReserveChecks(tx, ctx.chainId);
  const isOld = ({ checkedAt }: { checkedAt: Date }): boolean =>
    checkedAt.getTime() <= halt.seenAt.getTime() || checkedAt.getTime() < Date.now() - FRESH_MS;
  if (reserves.some(({ equal }) => !equal)) return 'differs';
  return reserves.length === 0 || reserves.some(isOld) ? 'notcompared' : undefined;
}

/** What the chain holds more than the ledger of the halt's coin, as compared last; undefined where nothing is to be booked. */
export async function findDifference(ctx: HaltCtx, halt: Halt): Promise<bigint | undefined> {
  const { tx } = ctx;
  if (halt.kind !== 'reserves') return undefined;
  const reserve = (await listReserveChecks(tx, ctx.chainId)).find(({ coin }) => coin === halt.subject);
  if (!reserve || reserve.checkedAt.getTime() < Date.now() - FRESH_MS) return undefined;
  const difference = reserve.chain - reserve.ledger;
  return difference === 0n ? undefined : difference;
}
