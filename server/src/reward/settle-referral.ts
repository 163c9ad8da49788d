import { endOfDay } from '@openmere/core/kit/day.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { amountAt } from '@openmere/core/reward/amount-column.ts';
import { listByTaker } from '@openmere/core/reward/by-taker.ts';
import { listDynamicPower } from '@openmere/core/reward/dynamic-power.ts';
import type { RewardKind } from '@openmere/core/reward/kinds.ts';
import { referralRuleOf } from '@openmere/core/reward/referral-rule.ts';
import {
  copyParts,
  divideReferral,
  gatherFees as sumByPayer,
  partAt,
} from '@openmere/core/reward/referral.ts';
import type { Part, Parts } from '@openmere/core/reward/referral.ts';
import { levelsOf, NOBODY, performanceDown, sumTeams } from '@openmere/core/reward/tree.ts';
import { linkUplines } from '@openmere/core/reward/uplines.ts';
import { saveLevels } from '../member/genealogy-store.ts';
import type { Ctx } from '../platform/context.ts';
import { inTransaction, isUniqueViolation } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { listOwn, listReasons, readCommunity, whyUnqualified } from './community.ts';
import type { Community } from './community.ts';
import { sumFees } from './fee-store.ts';
import { gatherFees } from './gather-fees.ts';
import { runSettlement } from './run-steps.ts';
import type { RunPart } from './run-steps.ts';
import { commitLater, liftLimits } from './settlement-store.ts';
import type { RewardSources, SettleDeps } from './sources.ts';
import type { NewReward, SettlementSum } from './tables.ts';
import type { WriteRewards } from './write-parts.ts';

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
  // Whoever has decided the day ends it with what was read for that: a community of a million takes long to read.
  let known: Day | undefined;
  const steps = {
    open,
    decide: async (tx: Tx, write: WriteRewards) => {
      known = await readDay(ctx, tx, day);
      return divideDay({ tx }, { day, known, write });
    },
    finish: async (runPart: RunPart) => finishDay(ctx, runPart, { day, known }),
  };
  await runSettlement(ctx, { of, steps });
}

type Day = { community: Community; fees: readonly DayFee[] };

async function readDay({ sources }: Pick<SettleDeps, 'sources'>, tx: Tx, day: number): Promise<Day> {
  const community = await readCommunity({ tx, power: sources.power }, { at: new Date(endOfDay(day)) });
  return { community, fees: await listFees({ tx }, { community, day }) };
}

/** What each payer paid on a day, by the payer's number. */
export async function listFees(
  ctx: Pick<Ctx, 'tx'>,
  { community, day }: { community: Community; day: number },
): Promise<DayFee[]> {
  return (await sumFees(ctx.tx, day)).map(({ payer, coin_id: coinId, trade_fee: tradeFee, part }): DayFee => {
    return { payer: community.numberOf.get(payer) ?? community.stranger, coinId, tradeFee, part };
  });
}

/** Parts that are sorted at once, at some 33 bytes each: what a member gets from many payers lies together then. */
const SORTED = 2_000_000;
/** Rewards that are made at once: none of them lives for long. */
const AT_ONCE = 5_000;

/** What the day's fees give whom, by payer: handed over as it is decided. @returns the sums by coin. */
export async function divideDay(
  ctx: Pick<Ctx, 'tx'>,
  { day, known, write }: { day: number; known: Day; write: WriteRewards },
): Promise<SettlementSum[]> {
  const { rewardParts, rewardTeamRates } = await readSettings(ctx.tx);
  const { community, fees } = known;
  const division = {
    uplines: linkUplines(community.tree, community.levels),
    reasons: listReasons(community),
    rule: referralRuleOf(rewardParts, rewardTeamRates),
  };
  const sums: SettlementSum[] = [];
  const at = new Date(endOfDay(day));
  for (const [coinId, paid] of Map.groupBy(fees, (fee) => fee.coinId)) {
    const byPayer = sumByPayer(paid.map(({ payer, part }) => ({ payer, amount: part })));
    const bases = new Map([...byPayer.payer].map((payer, row) => [payer, amountAt(byPayer.amount, row)]));
    const sum = emptySum(day, coinId);
    const writeSorted = async (columns: readonly Parts[]): Promise<void> => {
      let rewards: NewReward[] = [];
      for (const part of listByTaker(columns, community.members.length)) {
        const reward = rewardOf(community, part, { day, at, coinId, base: bases.get(part.payer) ?? 0n });
        addTo(sum, part, reward);
        if (rewards.push(reward) < AT_ONCE) continue;
        await write(rewards);
        rewards = [];
      }
      await write(rewards);
    };
    let columns: Parts[] = [];
    let count = 0;
    for (const parts of divideReferral(division, byPayer)) {
      for (let row = 0; row < parts.count; row += 1)
        if (parts.taker[row] === NOBODY) addTo(sum, partAt(parts, row), undefined);
      columns.push(copyParts(parts));
      count += parts.count;
      if (count < SORTED) continue;
      await writeSorted(columns);
      [columns, count] = [[], 0];
    }
    await writeSorted(columns);
    if (sum.funded > 0n) sums.push(sum);
  }
  return sums;
}

function emptySum(period: number, coin_id: string): SettlementSum {
  const none = { funded: 0n, due: 0n, poy: 0n, leadership: 0n, contribution: 0n, market_value: 0n };
  return { pool: 'referral', period, coin_id, ...none };
}

function rewardOf(
  community: Community,
  part: Part,
  { day, at, coinId, base }: { day: number; at: Date; coinId: string; base: bigint },
): NewReward {
  const member = community.members[part.taker];
  assert(member, 'a taker is a member');
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
    at,
    key: null,
  };
}

/** What is a pool's part is nobody's reward. */
function addTo(sum: SettlementSum, part: Part, reward: NewReward | undefined): void {
  sum.funded += part.amount;
  if (reward?.status === 'claimable') sum.due += part.amount;
  else if (part.kind === 'leadership' || part.kind === 'contribution') sum[part.kind] += part.amount;
  else sum.market_value += part.amount;
}

/** Whose level of the day that ended is another than before. */
async function listNewLevels(
  tx: Tx,
  performance: NonNullable<RewardSources['performance']>,
  { community, day }: { community: Community; day: number },
): Promise<{ memberId: string; level: number }[]> {
  const own = listOwn(community, await performance.list(tx, { from: 0, to: day }));
  const levels = levelsOf(
    sumTeams(community.tree, own).small,
    (await performance.listThresholds(tx)).map(performanceDown),
  );
  return community.members.flatMap(({ id, level }, number) =>
    levels[number] === level ? [] : [{ memberId: id, level: levels[number] ?? 0 }],
  );
}

/** Rows of one transaction. */
const FINISH_MAX = 5_000;

/** Levels of the day that ended, for the next; and the power that fees brought in. Either can be done again: it is the same. */
async function finishDay(
  ctx: SettleDeps,
  runPart: RunPart,
  { day, known }: { day: number; known: Day | undefined },
): Promise<void> {
  const { db, sources } = ctx;
  const { performance } = sources;
  const read = await inTransaction(db, async (tx) => {
    await liftLimits(tx);
    const { community, fees } = known ?? (await readDay(ctx, tx, day));
    const levels = performance ? await listNewLevels(tx, performance, { community, day }) : [];
    return { community, fees, levels, settings: await readSettings(tx) };
  });
  const levels = read.levels.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
  for (let from = 0; from < levels.length; from += FINISH_MAX)
    await runPart(async (tx) => {
      await commitLater(tx);
      await saveLevels(tx, levels.slice(from, from + FINISH_MAX));
    });
  const { rewardDynamicDirectBps: directBps, rewardDynamicIndirectBps: indirectBps } = read.settings;
  const grants = listGrants(read, { day, directBps, indirectBps });
  const at = new Date(endOfDay(day));
  for (let from = 0; from < grants.length; from += FINISH_MAX) {
    const rows = grants.slice(from, from + FINISH_MAX);
    const grant = (how: 'grantNewPower' | 'grantRest'): Promise<void> =>
      runPart(async (tx) => {
        await commitLater(tx);
        await sources.power[how](tx, { rows, at });
      });
    await grant('grantNewPower').catch((error: unknown) => {
      // A settler that died had granted some of them, or another one has; at other rates, when the setting has changed since.
      if (!isUniqueViolation(error)) throw error;
      return grant('grantRest');
    });
    ctx.onStep?.('granted');
  }
}

/** Power that the day's fees of trades bring to whom the payers were invited by; for parts of fees alone power is wanted besides. */
function listGrants(
  { community, fees }: Day,
  { day, ...rule }: { day: number; directBps: number; indirectBps: number },
) {
  const inUsdt = fees.filter(({ coinId, payer }) => coinId === 'USDT' && payer !== community.stranger);
  const paid = inUsdt.map(({ payer, tradeFee }) => ({ payer, amount: tradeFee }));
  return listDynamicPower(community.tree, paid, rule).flatMap(({ member, payer, amount }) => {
    const [taker, giver] = [community.members[member], community.members[payer]];
    const reason = whyUnqualified(community, member)?.reason;
    if (!taker || !giver || (reason !== undefined && reason !== 'power')) return [];
    const key = `dynamic:${day}:${giver.id}:${taker.id}`;
    return [{ memberId: taker.id, kind: 'dynamic' as const, amount, key, reference: `dynamic:${day}` }];
  });
}
