import type { CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { pool } from '@openmere/core/swap/contract.ts';
import { sql } from 'kysely';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { midPriceDown, snapshotOf } from './pool-state.ts';
import type { PoolSnapshot } from './pool-state.ts';
import { poolFactsOf } from './rows.ts';
import type { PoolStateRow } from './tables.ts';

type PoolAnswer = CallResult<typeof pool>;
type PoolRow = PoolStateRow & {
  past_usdt: bigint | null;
  past_open: bigint | null;
  volume_usdt: bigint;
  volume_open: bigint;
  high: bigint | null;
  low: bigint | null;
  trades: bigint;
};

const DAY_SEC = 86_400;

/**
 * Answers trade/Pool: the contracts' own figures and the last 24 hours, in one query. Refusal: swap.nopool, when the
 * contracts were never read or the pool is empty. High and low are of the candles; without trades, the price.
 */
export async function getPool(ctx: ReadCtx & Pick<Ctx, 'now'> & { chainId: number }): Promise<PoolAnswer> {
  const { tx, now, chainId } = ctx;
  const row = await findPool(tx, chainId, Math.floor(now.getTime() / 1000) - DAY_SEC);
  if (!row) throw new Refusal('swap.nopool');
  return answerOf(row);
}

/** `since`: epoch seconds, the begin of the last 24 hours. */
async function findPool(db: Db, chainId: number, since: number): Promise<PoolRow | undefined> {
  const { rows } = await sql<PoolRow>`
    select s.*, p.reserve_usdt as past_usdt, p.reserve_open as past_open, v.*
    from pool_state s
    left join lateral (
      select reserve_usdt, reserve_open from pool_point
      where chain_id = s.chain_id and block_time <= to_timestamp(${since})
      order by block_time desc, block_number desc, log_index desc limit 1) p on true
    cross join lateral (
      select coalesce(sum(volume_usdt), 0) as volume_usdt, coalesce(sum(volume_open), 0) as volume_open,
        max(high) as high, min(low) as low, coalesce(sum(trades), 0)::int8 as trades
      from (
        select volume_usdt, volume_open, high, low, trades from candle
        where chain_id = s.chain_id and interval = '1m' and open_time >= to_timestamp(${since - (since % 60)})
        union all
        select w.usdt_amount, w.open_amount, w.price, w.price, 1 from swap_seen w
        join chain_cursor k on k.chain_id = w.chain_id and w.block_number > k.block_number
        where w.chain_id = s.chain_id and w.block_time >= to_timestamp(${since})) swaps) v
    where s.chain_id = ${chainId}`.execute(db);
  return rows[0];
}

function answerOf(row: PoolRow): PoolAnswer {
  const state = snapshotOf(row);
  return {
    ...poolFactsOf(state),
    change24h: changeOf(row, state),
    volume24h: formatAmount(row.volume_usdt),
    volumeopen24h: formatAmount(row.volume_open),
    high24h: formatAmount(row.high ?? state.priceE18),
    low24h: formatAmount(row.low ?? state.priceE18),
    trades24h: Number(row.trades),
  };
}

/** Percent with two places, cut towards zero; null while the pool is younger than 24 hours. */
function changeOf(row: PoolRow, state: PoolSnapshot): string | null {
  const past =
    row.past_usdt === null || row.past_open === null ? 0n : midPriceDown(row.past_usdt, row.past_open);
  if (past === 0n) return null;
  const hundredths = ((state.priceE18 - past) * 10_000n) / past;
  return formatAmount(hundredths * 10n ** 16n);
}
