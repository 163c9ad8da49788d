import { assert } from '../kit/fault.ts';
import { oneCoin } from '../money/amount.ts';
import { shareDown, shareUp } from '../money/ratio.ts';
import { protocolLp, quoteSides } from './quote.ts';
import type { LiquidityPool } from './quote.ts';
import { rootDown } from './root.ts';

/** What a member has in the pool and what it cost him, at average cost. Amounts in base units. */
export type Position = {
  readonly lp: bigint;
  readonly paidInUsdt: bigint;
  readonly paidInOpen: bigint;
  /** USDT at the 30-minute average of the moment of each adding. */
  readonly paidInValue: bigint;
  /** √(x·y) per LP when it was added, averaged by LP, 18 places, rounded up: fees are never overstated. */
  readonly entryRootE18: bigint;
};

export const noPosition: Position = {
  lp: 0n,
  paidInUsdt: 0n,
  paidInOpen: 0n,
  paidInValue: 0n,
  entryRootE18: 0n,
};

/**
 * √(x·y) per LP, 18 places, rounded down: grows by fees (and gifts) only, whatever the price does. What the pool's operator
 * gets of them at the next adding or removing is not counted. 0 without LP.
 */
export function rootPerLp(pool: LiquidityPool): bigint {
  if (pool.lpTotal <= 0n) return 0n;
  return (rootDown(pool.reserveUsdt * pool.reserveOpen) * oneCoin) / (pool.lpTotal + protocolLp(pool));
}

/** USDT value of both sides at a price, the OPEN side rounded down. */
export function valueAt(usdt: bigint, open: bigint, priceE18: bigint): bigint {
  return usdt + shareDown(open, priceE18, oneCoin);
}

export type Added = {
  readonly usdt: bigint;
  readonly open: bigint;
  readonly lp: bigint;
  /** The 30-minute average that the desk valued it at. */
  readonly priceE18: bigint;
  /** `rootPerLp` of the pool right after the adding (adding leaves it as it was, but for rounding). */
  readonly rootE18: bigint;
};

/** The position after adding or re-adding. */
export function nextAdded(position: Position, added: Added): Position {
  assert(added.lp > 0n, 'an adding gives LP');
  const lp = position.lp + added.lp;
  return {
    lp,
    paidInUsdt: position.paidInUsdt + added.usdt,
    paidInOpen: position.paidInOpen + added.open,
    paidInValue: position.paidInValue + valueAt(added.usdt, added.open, added.priceE18),
    entryRootE18: shareUp(position.entryRootE18 * position.lp + added.rootE18 * added.lp, 1n, lp),
  };
}

/** The position after removing `lp`: the cost goes down in proportion, the part that leaves rounded down; none left, none paid in. */
export function nextRemoved(position: Position, lp: bigint): Position {
  assert(lp >= 0n && lp <= position.lp, 'no more is removed than there is');
  if (lp === position.lp) return noPosition;
  const keep = (cost: bigint) => cost - shareDown(cost, lp, position.lp);
  return {
    lp: position.lp - lp,
    paidInUsdt: keep(position.paidInUsdt),
    paidInOpen: keep(position.paidInOpen),
    paidInValue: keep(position.paidInValue),
    entryRootE18: position.entryRootE18,
  };
}

export type PositionQuote = {
  /** What the LP stands for now. */
  readonly usdt: bigint;
  readonly open: bigint;
  /** USDT now, at the pool's price. */
  readonly value: bigint;
  /** The coins paid in, valued now: what only holding would be worth. */
  readonly heldValue: bigint;
  /** USDT, part of `value`: what the growth of the pool per LP has brought. Rounded down. */
  readonly feesEarned: bigint;
  /** `value` − paid in value, signed. */
  readonly net: bigint;
  /** Part of the pool, 18 places, rounded down. */
  readonly shareE18: bigint;
};

/** What the position is worth in this block. Everything is zero in an empty pool. */
export function quotePosition(position: Position, pool: LiquidityPool): PositionQuote {
  const { usdt, open } = quoteSides(position.lp, pool);
  const atPool = (amount: bigint) =>
    pool.reserveOpen > 0n ? shareDown(amount, pool.reserveUsdt, pool.reserveOpen) : 0n;
  const value = usdt + atPool(open);
  const root = rootPerLp(pool);
  const grown = root > position.entryRootE18 ? root - position.entryRootE18 : 0n;
  return {
    usdt,
    open,
    value,
    heldValue: position.paidInUsdt + atPool(position.paidInOpen),
    feesEarned: root > 0n ? shareDown(value, grown, root) : 0n,
    net: value - position.paidInValue,
    shareE18: pool.lpTotal > 0n ? shareDown(oneCoin, position.lp, pool.lpTotal) : 0n,
  };
}

export type WhatIf = {
  /** The LP at the moved price, USDT, rounded down. */
  readonly value: bigint;
  /** The coins paid in at the moved price. */
  readonly heldValue: bigint;
  /** `value` − `heldValue`, signed: below zero, only holding would have been better. */
  readonly difference: bigint;
};

/**
 * The position if the price became `factorE18` times what it is (½ is 0.5e18), by trades alone and without new fees: the pool's
 * product stays, so both sides of the LP together move with the root of the price. Rounded down.
 */
export function quoteWhatIf(position: Position, pool: LiquidityPool, factorE18: bigint): WhatIf {
  assert(factorE18 > 0n, 'a price stays above zero');
  const now = quotePosition(position, pool);
  const rootE18 = rootDown(factorE18 * oneCoin);
  const value = shareDown(now.value, rootE18, oneCoin);
  const openSide = now.heldValue - position.paidInUsdt;
  const heldValue = position.paidInUsdt + shareDown(openSide, factorE18, oneCoin);
  return { value, heldValue, difference: value - heldValue };
}

/**
 * Loss of an LP against only holding the same coins when the price becomes `factorE18` times what it was, without fees:
 * 1 − 2√f ÷ (1 + f), in basis points, rounded up; 0 at factor 1.
 */
export function impermanentLossBps(factorE18: bigint): number {
  assert(factorE18 > 0n, 'a price stays above zero');
  const whole = oneCoin + factorE18;
  const kept = 2n * rootDown(factorE18 * oneCoin);
  return kept >= whole ? 0 : Number(shareUp(whole - kept, 10_000n, whole));
}
