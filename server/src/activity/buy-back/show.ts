import { allowedPriceDown, highestPriceUp } from '@openmere/core/activity/buy-back.ts';
import type { BuyBackState } from '@openmere/core/activity/buy-back.ts';
import type { activityPool, adminBuyBackBasis, adminBuyBacks } from '@openmere/core/activity/contract.ts';
import type { CallOutput, CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount, oneCoin } from '@openmere/core/money/amount.ts';
import { shareUp } from '@openmere/core/money/ratio.ts';
import { balanceOf } from '../../ledger/balances.ts';
import { findAccounts } from '../../operator/operator-store.ts';
import type { MemberActor, VisitorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { listPools } from '../../reward/list-pools.ts';
import { readSettings } from '../../setting/read.ts';
import { findPoolState } from '../../swap/pool-store.ts';
import type { BuyBack } from '../tables.ts';
import { MARKET_POOL } from './money.ts';
import { findOpen, listBuyBacks, sumDone } from './store.ts';

const LIST_MAX = 100;

/** Activity/Pool: what the pool holds, what filled it, and what was bought back with it. For everybody. */
export async function getActivityPool(
  ctx: Pick<Ctx<VisitorActor | MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof activityPool>> {
  const { tx } = ctx;
  const pool = (await listPools(ctx)).list.find((one) => one.pool === 'market-value');
  const { spent, burned, count } = await sumDone(tx);
  return {
    sums: (pool?.sums ?? []).map(({ coinid, balance, funded, paid }) => ({ coinid, balance, funded, paid })),
    sources: pool?.sources ?? [],
    spent: formatAmount(spent),
    burned: formatAmount(burned),
    count,
    list: (await listBuyBacks(tx, LIST_MAX)).map(showBuyBack),
  };
}

/** Admin/BuyBacks, newest first. */
export async function listConsoleBuyBacks(ctx: Pick<Ctx, 'tx'>): Promise<CallResult<typeof adminBuyBacks>> {
  const { tx } = ctx;
  const rows = await listBuyBacks(tx, LIST_MAX);
  const accounts = await findAccounts(
    tx,
    rows.flatMap(({ maker_id, checker_id }) => [maker_id, checker_id]),
  );
  const list = rows.map((row) => ({
    ...showBuyBack(row),
    maker: accounts.get(row.maker_id) ?? row.maker_id,
    checker: accounts.get(row.checker_id) ?? row.checker_id,
    deadline: row.deadline.toISOString(),
    leastopen: formatAmount(row.min_open),
    refused: row.refused,
  }));
  return { list };
}

/** Admin/BuyBackBasis: the bounds of a buy-back, and the market that it would meet. */
export async function getBuyBackBasis(
  ctx: Pick<Ctx, 'tx'> & { chainId: number },
): Promise<CallResult<typeof adminBuyBackBasis>> {
  const { tx, chainId } = ctx;
  const { chainContracts, buyBackMost, buyBackAboveBps, buyBackMinutes } = await readSettings(tx);
  const market = await findPoolState(tx);
  const averageE18 = market?.twapE18 ?? null;
  return {
    balance: formatAmount(await balanceOf(tx, MARKET_POOL, 'USDT')),
    most: formatAmount(buyBackMost),
    price: market ? formatAmount(market.priceE18) : null,
    average: averageE18 === null ? null : formatAmount(averageE18),
    highestprice: averageE18 === null ? null : formatAmount(allowedPriceDown(averageE18, buyBackAboveBps)),
    reserveusdt: formatAmount(market?.reserveUsdt ?? 0n),
    reserveopen: formatAmount(market?.reserveOpen ?? 0n),
    poolbps: market?.poolBps ?? 0,
    minutes: buyBackMinutes,
    underway: (await findOpen(tx, chainId)) !== undefined,
    available: chainContracts.buyBack !== undefined,
  };
}

function showBuyBack(row: BuyBack): CallOutput<typeof activityPool>['list'][number] {
  const { id, amount, open_burned: open, min_open: minOpen } = row;
  return {
    id,
    time: row.made_at.toISOString(),
    state: stateOf(row),
    ended: row.ended_at?.toISOString() ?? null,
    usdt: formatAmount(amount),
    highestprice: formatAmount(highestPriceUp({ amount, minOpen })),
    open: open === null ? null : formatAmount(open),
    price: open === null ? null : formatAmount(shareUp(amount, oneCoin, open)),
    hash: row.tx_hash,
  };
}

function stateOf({ status, signature }: BuyBack): BuyBackState {
  if (status !== 'open') return status;
  return signature === null ? 'waiting' : 'ordered';
}
