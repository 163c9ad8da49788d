import { endOfDay } from '@openmere/core/kit/day.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';
import type { SettledPool } from '@openmere/core/reward/kinds.ts';
import { sumTeams } from '@openmere/core/reward/tree.ts';
import { divideWeekly, weighLeaders } from '@openmere/core/reward/weekly.ts';
import type { Weighed, WeeklyPart } from '@openmere/core/reward/weekly.ts';
import { listAssetsOf } from '../ledger/account-rows.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { listOwn, listReasons, readCommunity, whyUnqualified } from './community.ts';
import type { Community } from './community.ts';
import { fundedThrough } from './funded.ts';
import { listLiquidityWeights } from './liquidity-weights.ts';
import { runSettlement } from './run-steps.ts';
import type { SettleDeps, Span, Weight } from './sources.ts';
import type { NewReward, SettlementSum } from './tables.ts';
import type { WriteRewards } from './write-parts.ts';

export type WeeklyPool = Exclude<SettledPool, 'referral' | 'yield'>;
export const weeklyPools: readonly WeeklyPool[] = ['leadership', 'contribution', 'node'];
const DAY_MS = 86_400_000;
const DAYS = 7;

const kindOf: Readonly<Record<WeeklyPool, RewardKind>> = {
  leadership: 'leadership',
  contribution: 'contribution',
  node: 'dividend',
};

/**
 * Settles a weekly pool (rulebook §10): all that it holds of the week and before, by weights of the whole week, so that what is bought or lent just before
 * the settlement weighs next to nothing, in each coin that it holds. Without any weight it keeps all for the next week. Who may not
 * take part keeps their weight, and that part goes to the market-value pool.
 */
export async function settleWeekly(
  ctx: SettleDeps,
  { pool, monday }: { pool: WeeklyPool; monday: number },
): Promise<void> {
  const of = { pool, period: monday, days: DAYS };
  const decide = async (tx: Tx, write: WriteRewards): Promise<SettlementSum[]> => {
    const sums: SettlementSum[] = [];
    const writeCoin = async (rewards: readonly NewReward[], sum: SettlementSum): Promise<void> => {
      sums.push(sum);
      await write(rewards);
    };
    await divideWeek({ ...ctx, tx }, { pool, monday, write: writeCoin });
    return sums;
  };
  await runSettlement(ctx, { of, steps: { decide } });
}

/** What a weekly pool gives whom, coin by coin: handed over as it is decided. */
export async function divideWeek(
  ctx: Pick<SettleDeps, 'sources'> & { tx: Tx },
  {
    pool,
    monday,
    write,
  }: {
    pool: WeeklyPool;
    monday: number;
    write: (rewards: readonly NewReward[], sum: SettlementSum) => Promise<void>;
  },
): Promise<void> {
  const { tx } = ctx;
  const end = new Date(endOfDay(monday + DAYS - 1));
  const community = await readCommunity({ tx, power: ctx.sources.power }, { at: end });
  const weighed = await listWeights(ctx, tx, { pool, monday, community });
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0n);
  for (const coinId of await listAssetsOf(tx, `pool:${pool}`)) {
    const funded = await fundedThrough({ tx }, { pool, coinId, day: monday + DAYS - 1 });
    const { parts } = divideWeekly(funded, weighed);
    if (parts.length === 0) continue;
    const rewards = parts.flatMap((part): NewReward[] => {
      const member = community.members[part.member];
      if (!member) return [];
      const missing = part.reason === 'power' ? whyUnqualified(community, part.member)?.missing : undefined;
      return [
        {
          member_id: member.id,
          kind: kindOf[pool],
          coin_id: coinId,
          amount: part.amount,
          status: part.reason === undefined ? 'claimable' : 'notqualified',
          pool,
          period: monday,
          payer: null,
          level: pool === 'leadership' ? member.level : null,
          rate_bps: null,
          already_bps: null,
          base: funded,
          weight: part.weight,
          weight_total: total,
          reason: part.reason ?? null,
          missing: missing ?? null,
          at: end,
          key: null,
        },
      ];
    });
    const due = sumOf(parts, (part) => part.reason === undefined);
    const none = { poy: 0n, leadership: 0n, contribution: 0n };
    const sum = { pool, period: monday, coin_id: coinId, funded, ...none } as const;
    await write(rewards, { ...sum, due, market_value: sumOf(parts) - due });
  }
}

function sumOf(parts: readonly WeeklyPart[], isMeant: (part: WeeklyPart) => boolean = () => true): bigint {
  return parts.filter(isMeant).reduce((sum, { amount }) => sum + amount, 0n);
}

type Week = { pool: WeeklyPool; monday: number; community: Community };

async function listWeights({ sources }: Pick<SettleDeps, 'sources'>, tx: Tx, week: Week): Promise<Weighed[]> {
  const { pool, monday, community } = week;
  const reasons = listReasons(community);
  if (pool === 'leadership') {
    const own = listOwn(community, (await sources.performance?.listWeek(tx, monday)) ?? []);
    const { rewardLeadershipLevel: least } = await readSettings(tx);
    return weighLeaders(sumTeams(community.tree, own), community.levels, reasons, least);
  }
  const span: Span = { from: new Date(monday * DAY_MS), to: new Date((monday + DAYS) * DAY_MS) };
  const medals = async (): Promise<Weight[]> => (await sources.listMedalWeights?.(tx, span)) ?? [];
  const weights = pool === 'node' ? await medals() : await listLiquidityWeights({ tx }, span);
  return weights.map((one) => weighedOf(community, one, pool));
}

/** A dividend is a medal's; it does not take hash power, nor does the country's switch for referral rewards matter. */
function weighedOf(community: Community, { memberId, weight }: Weight, pool: WeeklyPool): Weighed {
  // A wallet of nobody keeps its weight, too, so that nobody gains by it.
  const member = (memberId === null ? undefined : community.numberOf.get(memberId)) ?? community.stranger;
  const why = whyUnqualified(community, member)?.reason;
  const reason = pool === 'node' && (why === 'power' || why === 'country') ? undefined : why;
  return { member, weight, ...(reason && { reason }) };
}
