import type { CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { pool } from '@openmere/core/swap/contract.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { midPriceDown, snapshotOf } from './pool-state.ts';
import type { PoolSnapshot } from './pool-state.ts';
import type { PoolRow } from './pool-store.ts';
import { findPool } from './pool-store.ts';
import { poolFactsOf } from './rows.ts';

type PoolAnswer = CallResult<typeof pool>;

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
