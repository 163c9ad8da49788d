import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { performanceDown } from '@openmere/core/team/rules.ts';
import type { UseKind } from '@openmere/core/team/rules.ts';
import { findOwners } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import type { Settings } from '../setting/read.ts';
import { insertPerformance, sumOfKind } from './performance-store.ts';
import type { PerformanceRow } from './performance-store.ts';

const weights = {
  swap: 'teamWeightSwap',
  liquidity: 'teamWeightLiquidity',
  usdo: 'teamWeightUsdo',
  mint: 'teamWeightMint',
  node: 'teamWeightNode',
  mall: 'teamWeightMall',
} as const satisfies Record<UseKind, keyof Settings>;

/** `value`: what was used, in USDT base units. `time`: the chain's, or the ledger's. */
export type Use = { memberId: string; kind: UseKind; value: bigint; time: Date };

/**
 * Counts uses as performance, by the weights of now. Called once for each final fact, in the transaction that books it. Use of
 * members who are not activated is kept and counts for their upline from their activation on.
 */
export async function recordUses(ctx: Pick<Ctx, 'tx'>, uses: readonly Use[]): Promise<void> {
  const { tx } = ctx;
  const settings = await readSettings(tx);
  const sums = new Map<string, PerformanceRow>();
  for (const { memberId, kind, value, time } of uses) {
    const day = dayOf(time.getTime());
    const key = `${memberId} ${day} ${kind}`;
    const before = sums.get(key)?.amount ?? 0n;
    const amount = before + performanceDown(value, settings[weights[kind]]);
    sums.set(key, { memberId, day, kind, amount });
  }
  await insertPerformance(tx, [...sums.values()]);
}

/** The same for wallets: use of one that is no member's counts for nobody, also later. */
export async function recordUsesOfWallets(
  ctx: Pick<Ctx, 'tx'>,
  uses: readonly (Omit<Use, 'memberId'> & { wallet: string })[],
): Promise<void> {
  const owners = await findOwners(ctx.tx, [...new Set(uses.map(({ wallet }) => wallet))]);
  await recordUses(
    ctx,
    uses.flatMap(({ wallet, ...use }) => {
      const memberId = owners.get(wallet);
      return memberId === undefined ? [] : [{ ...use, memberId }];
    }),
  );
}

type Stake = { memberId: string; before: bigint; after: bigint };
/** The weight of what is weighed already. */
const AS_IT_IS = 10_000;

/**
 * Liquidity counts at what was paid in: adding it raises the member's sum from `before` to `after`; removing takes the same share of
 * what was counted away, so both together come to nothing, whatever the price did and the weight has become.
 */
export async function recordStake(ctx: Pick<Ctx, 'tx'>, stake: Stake & { time: Date }): Promise<void> {
  const { tx } = ctx;
  const { memberId, before, after, time } = stake;
  const amount = await (after < before ? removedOf(tx, stake) : addedOf(tx, stake));
  const day = dayOf(time.getTime());
  const amountMs = amount * BigInt(time.getTime() - endOfDay(day - 1));
  await insertPerformance(tx, [{ memberId, day, kind: 'liquidity', amount, amountMs }]);
}

async function addedOf(tx: Tx, { before, after }: Stake): Promise<bigint> {
  const { teamWeightLiquidity } = await readSettings(tx);
  return performanceDown(after, teamWeightLiquidity) - performanceDown(before, teamWeightLiquidity);
}

async function removedOf(tx: Tx, { memberId, before, after }: Stake): Promise<bigint> {
  const counted = await sumOfKind(tx, memberId, 'liquidity');
  return performanceDown((counted * after) / before, AS_IT_IS) - counted;
}
