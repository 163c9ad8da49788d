import type { CallOutput, CallResult } from '@openmere/core/kit/call.ts';
import { dayOf, endOfDay } from '@openmere/core/kit/day.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { pools } from '@openmere/core/reward/contract.ts';
import { rewardPools, settledPools } from '@openmere/core/reward/kinds.ts';
import type { RewardPool } from '@openmere/core/reward/kinds.ts';
import { balancesOf } from '../ledger/balances.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { hasText, translate } from '../platform/text.ts';
import { sumFlows } from './flow-store.ts';
import type { FlowSum } from './flow-store.ts';
import { weekStart } from './period.ts';
import { findLastSettled, listSums } from './settlement-store.ts';

type Output = CallOutput<typeof pools>;

const DAYS = 30;
const daily: readonly RewardPool[] = ['referral', 'yield'];
const weekly: readonly RewardPool[] = ['node', 'leadership', 'contribution'];

/** Reward/Pools: what each holds, what filled it, what it paid, and how long it lasts at that. */
export async function listPools(
  ctx: Pick<Ctx, 'tx'> & { actor: { from: { locale: Locale } } },
): Promise<CallResult<typeof pools>> {
  const { tx, actor } = ctx;
  const today = dayOf((await businessNow(tx)).getTime());
  const flows = await sumFlows(tx, today - DAYS + 1);
  const list: Output[] = [];
  for (const pool of rewardPools) {
    const own = flows.filter((flow) => flow.pool === pool);
    const balances = await balancesOf(tx, `pool:${pool}`);
    const coins = ['USDT', ...[...balances.keys()].filter((coin) => coin !== 'USDT')];
    list.push({
      pool,
      sums: coins.map((coin) => sumsOf(own, { coin, balance: balances.get(coin) ?? 0n, today })),
      sources: sourcesOf(own, actor.from.locale),
      last: await findLastOf(tx, pool),
      next: nextOf(pool, today),
    });
  }
  return { list };
}

function sumsOf(
  flows: readonly FlowSum[],
  { coin: coinid, balance, today }: { coin: string; balance: bigint; today: number },
): Output['sums'][number] {
  const own = flows.filter((flow) => flow.coin_id === coinid);
  // A younger pool paid all that in fewer days.
  const days = Math.min(DAYS, today - Math.min(today, ...own.map((flow) => flow.first_day)) + 1);
  const sum = (pick: (flow: FlowSum) => bigint): bigint =>
    own.reduce((total, flow) => total + pick(flow), 0n);
  const paid30 = sum((flow) => flow.outgo_since);
  return {
    coinid,
    balance: formatAmount(balance),
    funded: formatAmount(sum((flow) => flow.income)),
    paid: formatAmount(sum((flow) => flow.outgo)),
    funded30: formatAmount(sum((flow) => flow.income_since)),
    paid30: formatAmount(paid30),
    runwaydays: paid30 === 0n ? null : Number((balance * BigInt(days)) / paid30),
  };
}

function sourcesOf(flows: readonly FlowSum[], locale: Locale): Output['sources'] {
  return flows
    .filter((flow) => flow.income > 0n)
    .sort((a, b) => (a.income < b.income ? 1 : -1))
    .map((flow) => ({
      kind: flow.kind,
      description: describeSource(flow.kind, locale),
      coinid: flow.coin_id,
      amount: formatAmount(flow.income),
      last: flow.last_at.toISOString(),
    }));
}

function describeSource(kind: string, locale: Locale): string {
  const key = `reward.source.${kind}`;
  return translate(locale, hasText(locale, key) ? key : 'reward.source.other');
}

async function findLastOf(tx: Tx, asked: RewardPool): Promise<Output['last']> {
  const pool = settledPools.find((one) => one === asked);
  const last = pool && (await findLastSettled(tx, pool));
  if (!last?.settled_at) return null;
  return {
    ends: new Date(endOfDay(last.period + last.days - 1)).toISOString(),
    settled: last.settled_at.toISOString(),
    sums: (await listSums(tx, last)).map((sum) => ({
      coinid: sum.coin_id,
      members: formatAmount(sum.due + sum.poy),
      weekly: formatAmount(sum.leadership + sum.contribution),
      marketvalue: formatAmount(sum.market_value),
    })),
  };
}

/** When it pays next: at 00:00 UTC each day, or on Monday. */
function nextOf(pool: RewardPool, today: number): string | null {
  if (daily.includes(pool)) return new Date(endOfDay(today)).toISOString();
  if (weekly.includes(pool)) return new Date(endOfDay(weekStart(today) + 6)).toISOString();
  return null;
}
