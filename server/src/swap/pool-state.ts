import { oneCoin } from '@openmere/core/money/amount.ts';
import type { PoolStateRow } from './tables.ts';

/** The market as the contracts said it at one block. Amounts in base units, prices in USDT per OPEN × 10¹⁸, rates in bps. */
export type PoolSnapshot = {
  reserveUsdt: bigint;
  reserveOpen: bigint;
  lpTotal: bigint;
  /** The pair's kLast: above 0 where its operator takes a cut of the fees (PancakeSwap). */
  kLast: bigint;
  /** OPEN burned since the beginning. */
  burned: bigint;
  /** Mid price from the reserves, rounded down. */
  priceE18: bigint;
  /** The oracle's 30-minute average; null while it is not ready. */
  twapE18: bigint | null;
  poolBps: number;
  communityBps: number;
  burnBps: number;
  tradable: boolean;
  /** What the liquidity desk demands and holds back of a removal; undefined while there is none. */
  desk: { minimumAdd: bigint; holdBps: number; holdSeconds: bigint } | undefined;
  block: bigint;
  time: Date;
};

export function snapshotOf(row: PoolStateRow): PoolSnapshot {
  return {
    reserveUsdt: row.reserve_usdt,
    reserveOpen: row.reserve_open,
    lpTotal: row.lp_total,
    kLast: row.k_last,
    burned: row.burned,
    priceE18: midPriceDown(row.reserve_usdt, row.reserve_open),
    twapE18: row.twap,
    poolBps: row.pool_bps,
    communityBps: row.community_bps,
    burnBps: row.burn_bps,
    tradable: row.tradable,
    desk: deskOf(row),
    block: row.block_number,
    time: row.block_time,
  };
}

function deskOf({ minimum_add, hold_bps, hold_seconds }: PoolStateRow): PoolSnapshot['desk'] {
  if (minimum_add === null || hold_bps === null || hold_seconds === null) return undefined;
  return { minimumAdd: minimum_add, holdBps: hold_bps, holdSeconds: hold_seconds };
}

/** USDT per OPEN × 10¹⁸ from reserves, rounded down. */
export function midPriceDown(reserveUsdt: bigint, reserveOpen: bigint): bigint {
  return reserveOpen === 0n ? 0n : (reserveUsdt * oneCoin) / reserveOpen;
}
