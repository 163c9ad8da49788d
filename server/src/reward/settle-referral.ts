import { endOfDay } from '@openmere/core/kit/day.ts';
import { amountAt } from '@openmere/core/reward/amount-column.ts';
import { listDynamicPower } from '@openmere/core/reward/dynamic-power.ts';
import { divideReferral, gatherFees as sumByPayer, partAt } from '@openmere/core/reward/referral.ts';
import type { Part } from '@openmere/core/reward/referral.ts';
import { referralRuleOf } from '@openmere/core/reward/referral-rule.ts';
import { levelsOf, performanceDown, sumTeams } from '@openmere/core/reward/tree.ts';
import { linkUplines } from '@openmere/core/reward/uplines.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';
import { saveLevels } from '../member/genealogy-store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { listReasons, readCommunity, whyUnqualified } from './community.ts';
import type { Community } from './community.ts';
import { sumFees } from './fee-store.ts';
import { gatherFees } from './gather-fees.ts';
import { insertRewards } from './written-store.ts';
import { runSettlement } from './run-steps.ts';
import type { Serials } from './run-steps.ts';
import { insertSums } from './settlement-store.ts';
import type { RewardSources, SettleDeps } from './sources.ts';
import type { NewReward, SettlementSum } from './tables.ts';

type DayFee = { payer: number; coinId: string; tradeFee: bigint; part: bigint };

/**
 * Settles a day's fees (rulebook §10): what transfers and withdrawals brought is divided among the pools, the referral part of each
 * payer's fees among the upline by the levels of the last settlement, and then the levels are those of the day that ended.
 */
export async function settleReferral(ctx: SettleDeps, day: number): Promise<void> {
  const of = { pool: 'referral', period: day, days: 1 } as const;
  const open = async (tx: Tx): Promise<void> => {
    const { swapFeeShares } = await readSettings(tx);
    const postings = await gatherFees({ tx }, { day, shares: swapFeeShares });
    if (postings.length === 0) return;
    const key = `fee-division:${day}`;
    const by = { kind: 'fee-division', reference: key, data: { day }, actor: 'system:settlement' };
    await ctx.post(tx, [{ key, ...by, postings }]);
  };
  const steps = {
    open,
    write: (tx: Tx) => writeDay(ctx, tx, day),
    finish: (tx: Tx) => finishDay(ctx, tx, day),
  };
  await runSettlement(ctx, { of, steps });
}

async function readDay(deps: SettleDeps, tx: Tx, day: number) {
  const community = await readCommunity({ tx, power: deps.sources.power }, { at: new Date(endOfDay(day)) });
  const fees = (await sumFees(tx, day)).map(
    ({ payer, coin_id: coinId, trade_fee: tradeFee, part }): DayFee => {
      return { payer: community.numberOf.get(payer) ?? community.stranger, coinId, tradeFee, part };
    },
  );
  return { community, fees };
}

async function writeDay(deps: SettleDeps, tx: Tx, day: number): Promise<Serials> {
  let serials: Serials;
  const write = async (rewards: readonly NewReward[]): Promise<void> => {
    const written = await insertRewards(tx, rewards);
    if (written) serials = { first: serials?.first ?? written.first, last: written.last };
  };
  const sums = await divideDay({ ...deps, tx }, { day, write });
  await insertSums(tx, sums);
  return serials;
}

/** What the day's fees give whom, by payer: handed over as it is decided. @returns the sums by coin. */
export async function divideDay(
  ctx: SettleDeps & { tx: Tx },
  { day, write }: { day: number; write: (rewards: readonly NewReward[]) => Promise<void> },
): Promise<SettlementSum[]> {
  const { tx } = ctx;
  const { rewardParts, rewardTeamRates } = await readSettings(tx);
  const { community, fees } = await readDay(ctx, tx, day);
  const division = {
    uplines: linkUplines(community.tree, community.levels),
    reasons: listReasons(community),
    rule: referralRuleOf(rewardParts, rewardTeamRates),
  };
  const sums: SettlementSum[] = [];
  for (const [coinId, paid] of Map.groupBy(fees, (fee) => fee.coinId)) {
    const byPayer = sumByPayer(paid.map(({ payer, part }) => ({ payer, amount: part })));
    const bases = new Map([...byPayer.payer].map((payer, at) => [payer, amountAt(byPayer.amount, at)]));
    const sum = emptySum(day, coinId);
    for (const parts of divideReferral(division, byPayer)) {
      const rewards: NewReward[] = [];
      for (let row = 0; row < parts.count; row += 1) {
        const part = partAt(parts, row);
        sum.funded += part.amount;
        const reward = rewardOf(community, part, { day, coinId, base: bases.get(part.payer) ?? 0n });
        if (reward) rewards.push(reward);
        addTo(sum, part, reward);
      }
      await write(rewards);
    }
    if (sum.funded > 0n) sums.push(sum);
  }
  return sums;
}

function emptySum(period: number, coin_id: string): SettlementSum {
  const none = { funded: 0n, due: 0n, poy: 0n, leadership: 0n, contribution: 0n, market_value: 0n };
  return { pool: 'referral', period, coin_id, ...none };
}

/** What is a pool's part is nobody's reward. */
function rewardOf(
  community: Community,
  part: Part,
  { day, coinId, base }: { day: number; coinId: string; base: bigint },
): NewReward | undefined {
  const member = community.members[part.taker];
  if (!member) return undefined;
  const isLevel = part.kind === 'team' || part.kind === 'management';
  const missing = part.reason === 'power' ? whyUnqualified(community, part.taker)?.missing : undefined;
  return {
    member_id: member.id,
    // A part with a taker is none of the pools'.
    kind: part.kind as RewardKind,
    coin_id: coinId,
    amount: part.amount,
    status: part.reason === undefined ? 'claimable' : 'notqualified',
    pool: 'referral',
    period: day,
    payer: community.members[part.payer]?.id ?? null,
    level: isLevel ? member.level : null,
    rate_bps: part.rateBps,
    already_bps: part.alreadyPaidBps,
    base,
    weight: null,
    weight_total: null,
    reason: part.reason ?? null,
    missing: missing ?? null,
    at: new Date(endOfDay(day)),
    key: null,
  };
}

function addTo(sum: SettlementSum, part: Part, reward: NewReward | undefined): void {
  if (reward?.status === 'claimable') sum.due += part.amount;
  else if (part.kind === 'leadership' || part.kind === 'contribution') sum[part.kind] += part.amount;
  else sum.market_value += part.amount;
}

async function setLevels(
  tx: Tx,
  performance: NonNullable<RewardSources['performance']>,
  { community, day }: { community: Community; day: number },
): Promise<void> {
  const own = new BigInt64Array(community.members.length + 1);
  const done = await performance.list(tx, { from: 0, to: day });
  for (const { memberId, amount } of done) {
    const number = community.numberOf.get(memberId);
    if (number !== undefined) own[number] = performanceDown(amount);
  }
  const levels = levelsOf(
    sumTeams(community.tree, own).small,
    (await performance.listThresholds(tx)).map(performanceDown),
  );
  await saveLevels(
    tx,
    community.members.flatMap(({ id, level }, number) =>
      levels[number] === level ? [] : [{ memberId: id, level: levels[number] ?? 0 }],
    ),
  );
}

const GRANTS_MAX = 20_000;
/** 1 power for each USDT of a direct's community fee, 0.5 for an indirect's (rulebook §9). */
const dynamicRule = { directBps: 10_000, indirectBps: 5_000 };

/** Levels of the day that ended, for the next; and the power that fees brought in. */
async function finishDay(deps: SettleDeps, tx: Tx, day: number): Promise<void> {
  const { community, fees } = await readDay(deps, tx, day);
  const { sources } = deps;
  if (sources.performance) await setLevels(tx, sources.performance, { community, day });
  const inUsdt = fees.filter(({ coinId, payer }) => coinId === 'USDT' && payer !== community.stranger);
  const rows = listDynamicPower(
    community.tree,
    inUsdt.map(({ payer, tradeFee }) => ({ payer, amount: tradeFee })),
    dynamicRule,
  ).flatMap(({ member, payer, amount }) => {
    const [taker, paid] = [community.members[member], community.members[payer]];
    if (!taker?.activated || !paid) return [];
    const key = `dynamic:${day}:${paid.id}:${taker.id}`;
    return [{ memberId: taker.id, kind: 'dynamic' as const, amount, key, reference: `dynamic:${day}` }];
  });
  const at = new Date(endOfDay(day));
  for (let from = 0; from < rows.length; from += GRANTS_MAX)
    await sources.power.grantPower(tx, { rows: rows.slice(from, from + GRANTS_MAX), at });
}
