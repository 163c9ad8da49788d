import type { CallOutput, CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import type * as calls from '@openmere/core/reward/console-contract.ts';
import { rewardPools } from '@openmere/core/reward/kinds.ts';
import type { RewardPool } from '@openmere/core/reward/kinds.ts';
import { projectPools } from '@openmere/core/reward/projection.ts';
import { findMember } from '../member/store.ts';
import { recordAudit } from '../operator/audit-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { askJob, findJobRun } from '../platform/jobs.ts';
import { readSettings } from '../setting/read.ts';
import { dayText } from './day-text.ts';
import { explainReward } from './get-reward.ts';
import { listPools } from './list-pools.ts';
import { showReward } from './list-rewards.ts';
import { weekStart } from './period.ts';
import { listPreviews } from './preview-store.ts';
import type { PreviewSum } from './preview-store.ts';
import { parseRewardId } from './reward-id.ts';
import { findReward, listRewards } from './reward-store.ts';
import { countOpen, listSettlements, listSums } from './settlement-store.ts';

/** Names of the settler's jobs (app/settler.ts). */
export const SETTLE_JOB = 'reward-settle';
export const PREVIEW_JOB = 'reward-preview';
const WEEK_DAYS = 7;
/** Days from now for which the projection is shown. */
const projectedDays = [0, 1, 7, 30, 90, 180, 365];
type Operator = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;

/** Admin/Settlements. */
export async function listRuns(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof calls.adminSettlements>,
): Promise<CallResult<typeof calls.adminSettlements>> {
  const { tx } = ctx;
  const { pool } = input;
  const page = await readPage(
    { ...input, list: `settlements ${pool ?? ''}` },
    (before: { period: number; pool: string } | undefined, limit) =>
      listSettlements(tx, { pool, before }, limit),
    (row) => ({ period: row.period, pool: row.pool }),
  );
  const list: CallOutput<typeof calls.adminSettlements>[] = [];
  for (const row of page.list)
    list.push({
      pool: row.pool,
      period: dayText(row.period),
      days: row.days,
      state: row.step,
      opened: row.opened_at.toISOString(),
      settled: row.settled_at?.toISOString() ?? null,
      sums: (await listSums(tx, row)).map(showSum),
    });
  return { ...page, list };
}

function showSum(sum: PreviewSum): CallOutput<typeof calls.adminSettlements>['sums'][number] {
  return {
    coinid: sum.coin_id,
    funded: formatAmount(sum.funded),
    due: formatAmount(sum.due),
    poy: formatAmount(sum.poy),
    leadership: formatAmount(sum.leadership),
    contribution: formatAmount(sum.contribution),
    marketvalue: formatAmount(sum.market_value),
  };
}

/** Admin/SettlementNext. */
export async function showNext(ctx: Pick<Ctx, 'tx'>): Promise<CallResult<typeof calls.adminSettlementNext>> {
  const { tx } = ctx;
  const run = await findJobRun(tx, SETTLE_JOB);
  const previews = await listPreviews(tx);
  const daily: readonly string[] = ['referral', 'yield'];
  return {
    job: run && {
      started: run.started_at.toISOString(),
      finished: run.finished_at?.toISOString() ?? null,
      failed: run.failed_at?.toISOString() ?? null,
      failures: run.failures,
      error: run.last_error,
    },
    open: await countOpen(tx),
    next: previews.map(({ pool, period, sums, claimable, notqualified, made_at: made, took_ms: tookms }) => ({
      pool,
      period: dayText(period),
      ends: new Date(endOfDay(daily.includes(pool) ? period : period + WEEK_DAYS - 1)).toISOString(),
      made: made.toISOString(),
      tookms,
      claimable,
      notqualified,
      sums: sums.map(showSum),
    })),
  };
}

/** Admin/SettlementRun: wakes the settler's job; each step is done once, whoever asks how often. */
export async function askForSettlement(
  ctx: Operator,
  { what }: CallParsed<typeof calls.adminSettlementRun>,
): Promise<CallResult<typeof calls.adminSettlementRun>> {
  const { tx, actor } = ctx;
  await recordAudit(tx, actor, { action: 'settlement.run', subject: what, detail: {} });
  const asked = await askJob(tx, what === 'settle' ? SETTLE_JOB : PREVIEW_JOB);
  return { asked: asked.toISOString() };
}

/** Admin/MemberRewards. Refusal: nomember. */
export async function listMemberRewards(
  ctx: Operator,
  input: CallParsed<typeof calls.adminMemberRewards>,
): Promise<CallResult<typeof calls.adminMemberRewards>> {
  const { tx, actor } = ctx;
  const { userid } = input;
  if (!(await findMember(tx, userid))) throw new Refusal('operator.nomember');
  return readPage(
    { ...input, list: `member rewards ${userid}` },
    (before, limit) => listRewards(tx, userid, { before }, limit),
    ({ serial }) => String(serial),
    (rows) =>
      rows.map((row) => ({
        ...showReward(row, actor.from.locale),
        pool: row.pool,
        period: dayText(row.period),
      })),
  );
}

/** Admin/RewardExplain. Refusal: notfound. */
export async function explainMemberReward(
  ctx: Operator,
  { userid, id }: CallParsed<typeof calls.adminRewardExplain>,
): Promise<CallResult<typeof calls.adminRewardExplain>> {
  const { tx, actor } = ctx;
  const serial = parseRewardId(id);
  const row = serial === undefined ? undefined : await findReward(tx, userid, serial);
  if (!row) throw new Refusal('reward.notfound');
  return explainReward({ tx }, { row, locale: actor.from.locale });
}

/** Admin/Pools. */
export async function showPools(ctx: Operator): Promise<CallResult<typeof calls.adminPools>> {
  const { tx, actor } = ctx;
  const { list } = await listPools({ tx, actor });
  const preview = (await listPreviews(tx)).find(({ pool }) => pool === 'yield');
  const { power, equity } = preview?.facts ?? {};
  const pools = list.map(({ pool, sums, next }) => ({ pool, sums, next }));
  if (preview === undefined || power === undefined || equity === undefined)
    return { pools, projection: null };
  const { rewardYieldPoolBps: poolBps, rewardYieldPowerBps: powerBps } = await readSettings(tx);
  const today = dayOf((await businessNow(tx)).getTime());
  const balances = new Map(list.map(({ pool, sums }) => [pool, usdtOf(sums)]));
  const start = {
    balances,
    power: BigInt(power),
    equity: BigInt(equity),
    owed: (balances.get('rewards-due') ?? 0n) + (balances.get('poy') ?? 0n),
    daysToMonday: weekStart(today) + WEEK_DAYS - today,
  };
  const days = projectPools(start, { poolBps, powerBps }, projectedDays).map((one) => ({
    day: one.day,
    balances: rewardPools.map((pool: RewardPool) => ({
      pool,
      balance: formatAmount(one.balances.get(pool) ?? 0n),
    })),
    paid: formatAmount(one.paid),
    setaside: formatAmount(one.setAside),
  }));
  const asof = preview.made_at.toISOString();
  return {
    pools,
    projection: { asof, power: formatAmount(start.power), equity: formatAmount(start.equity), days },
  };
}

function usdtOf(sums: readonly { coinid: string; balance: string }[]): bigint {
  return parseAmount(sums.find(({ coinid }) => coinid === 'USDT')?.balance ?? '0') ?? 0n;
}
