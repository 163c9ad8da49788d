import { oneCoin } from '../money/amount.ts';
import { BPS_PER_WHOLE, feeUp, shareUp } from '../money/ratio.ts';

/** What the pair holds and the rates in force, all read from the chain. Reserves in base units. */
export type PoolState = {
  readonly reserveUsdt: bigint;
  readonly reserveOpen: bigint;
  /** The pool's own fee: 25 on PancakeSwap V2, 30 on Uniswap V2 bytecode. Stays in the pool. */
  readonly poolBps: number;
  readonly communityBps: number;
  readonly burnBps: number;
};

export type Side = 'buy' | 'sell';

export type Quote = {
  /** OPEN (buy) or USDT after the fee (sell). Zero: the desk would refuse. */
  readonly received: bigint;
  /** Community fee in USDT. */
  readonly fee: bigint;
  /** OPEN burned; zero for a purchase. */
  readonly burned: bigint;
  /** What stays in the pool, in the coin that was given (USDT for a purchase, OPEN for a sale), rounded up. */
  readonly poolFee: bigint;
  /** USDT per OPEN from the reserves, rounded down. */
  readonly midPriceE18: bigint;
  /** USDT per OPEN really paid or got, everything included, rounded down; 0 when nothing is received. */
  readonly executionPriceE18: bigint;
  /** How far the pool's price moves against the trade, fees apart, rounded down: reaches a threshold exactly when it is reached. */
  readonly priceImpactBps: number;
  /** What the trade costs against a trade at the mid price without fee, burn or impact, in USDT, rounded up. */
  readonly lossUsdt: bigint;
  /** `lossUsdt` in parts of what was given, rounded up. */
  readonly lossBps: number;
};

/** The pair keeps reserves in 112 bits and refuses more. */
export const reserveLimit: bigint = 2n ** 112n - 1n;

const nothing: Quote = {
  received: 0n,
  fee: 0n,
  burned: 0n,
  poolFee: 0n,
  midPriceE18: 0n,
  executionPriceE18: 0n,
  priceImpactBps: 0,
  lossUsdt: 0n,
  lossBps: 0,
};

/**
 * What the pair pays for `amountIn`: constant product with the pool's fee taken from the input, rounded down, to the
 * last unit what `getAmountOut` of Uniswap V2 (30) and PancakeSwap V2 (25) give. 0 for nothing or an empty pool.
 */
export function amountOut(amountIn: bigint, reserveIn: bigint, reserveOut: bigint, poolBps: number): bigint {
  if (amountIn <= 0n || reserveIn <= 0n || reserveOut <= 0n) return 0n;
  const inAfterFee = amountIn * (BPS_PER_WHOLE - BigInt(poolBps));
  return (inAfterFee * reserveOut) / (reserveIn * BPS_PER_WHOLE + inAfterFee);
}

/**
 * The least input for which `amountOut` is at least `wanted`; undefined when the pool cannot give that much.
 * The router's `getAmountIn` adds one even where the division is even; this is exactly the least.
 */
export function amountInFor(
  wanted: bigint,
  reserveIn: bigint,
  reserveOut: bigint,
  poolBps: number,
): bigint | undefined {
  if (wanted <= 0n) return 0n;
  if (reserveIn <= 0n || wanted >= reserveOut) return undefined;
  return shareUp(
    reserveIn * BPS_PER_WHOLE,
    wanted,
    (BPS_PER_WHOLE - BigInt(poolBps)) * (reserveOut - wanted),
  );
}

/** The least amount of which at least `left` remains after a fee of `feeBps`, which is rounded up. */
function leastBeforeFee(left: bigint, feeBps: number): bigint {
  return shareUp(left, BPS_PER_WHOLE, BPS_PER_WHOLE - BigInt(feeBps));
}

/** x ÷ (X + x) in basis points, where x is what enters the pool after its fee: mid price against pool price, fees apart. */
function impactDown(into: bigint, reserveIn: bigint, poolBps: number): number {
  const inAfterFee = into * (BPS_PER_WHOLE - BigInt(poolBps));
  return Number((inAfterFee * BPS_PER_WHOLE) / (reserveIn * BPS_PER_WHOLE + inAfterFee));
}

function isEmpty(pool: PoolState): boolean {
  return pool.reserveUsdt <= 0n || pool.reserveOpen <= 0n;
}

/** USDT per OPEN from the reserves, 18 places, rounded down; 0 for an empty pool. */
export function midPrice(pool: Pick<PoolState, 'reserveUsdt' | 'reserveOpen'>): bigint {
  return pool.reserveOpen <= 0n ? 0n : (pool.reserveUsdt * oneCoin) / pool.reserveOpen;
}

function lossBpsUp(loss: bigint, given: bigint): number {
  return given > 0n ? Number(shareUp(loss, BPS_PER_WHOLE, given)) : 0;
}

/**
 * Buying OPEN with `usdtIn` through the desk in this block (rulebook §7): the community fee (rounded up) leaves first, the
 * rest is swapped. Equal to `SwapDesk.buy` to the last unit. Zeros for nothing or an empty pool: see `checkTrade`.
 */
export function quoteBuy(usdtIn: bigint, pool: PoolState): Quote {
  if (usdtIn <= 0n || isEmpty(pool)) return { ...nothing, midPriceE18: midPrice(pool) };
  const fee = feeUp(usdtIn, pool.communityBps);
  const into = usdtIn - fee;
  const received = amountOut(into, pool.reserveUsdt, pool.reserveOpen, pool.poolBps);
  const lossUsdt = usdtIn - (received * pool.reserveUsdt) / pool.reserveOpen;
  return {
    received,
    fee,
    burned: 0n,
    poolFee: feeUp(into, pool.poolBps),
    midPriceE18: midPrice(pool),
    executionPriceE18: received > 0n ? (usdtIn * oneCoin) / received : 0n,
    priceImpactBps: impactDown(into, pool.reserveUsdt, pool.poolBps),
    lossUsdt,
    lossBps: lossBpsUp(lossUsdt, usdtIn),
  };
}

/**
 * Selling `openIn` through the desk in this block: the burned part (rounded up) leaves first, the rest is swapped, the
 * community fee (rounded up) is taken from the USDT. Equal to `SwapDesk.sell` to the last unit. Zeros as in `quoteBuy`.
 */
export function quoteSell(openIn: bigint, pool: PoolState): Quote {
  if (openIn <= 0n || isEmpty(pool)) return { ...nothing, midPriceE18: midPrice(pool) };
  const burned = feeUp(openIn, pool.burnBps);
  const into = openIn - burned;
  const gross = amountOut(into, pool.reserveOpen, pool.reserveUsdt, pool.poolBps);
  const fee = feeUp(gross, pool.communityBps);
  const received = gross - fee;
  const givenUsdt = shareUp(openIn, pool.reserveUsdt, pool.reserveOpen);
  return {
    received,
    fee,
    burned,
    poolFee: feeUp(into, pool.poolBps),
    midPriceE18: midPrice(pool),
    executionPriceE18: (received * oneCoin) / openIn,
    priceImpactBps: impactDown(into, pool.reserveOpen, pool.poolBps),
    lossUsdt: givenUsdt - received,
    lossBps: lossBpsUp(givenUsdt - received, givenUsdt),
  };
}

/** Either side by its name. */
export function quoteTrade(side: Side, amountIn: bigint, pool: PoolState): Quote {
  return side === 'buy' ? quoteBuy(amountIn, pool) : quoteSell(amountIn, pool);
}

/** The least USDT that buys at least `openOut`; undefined when the pool cannot give that much. */
export function usdtInFor(openOut: bigint, pool: PoolState): bigint | undefined {
  const into = amountInFor(openOut, pool.reserveUsdt, pool.reserveOpen, pool.poolBps);
  return into === undefined ? undefined : leastBeforeFee(into, pool.communityBps);
}

/** The least OPEN whose sale gives at least `usdtOut` after burn and fee; undefined when the pool cannot give that much. */
export function openInFor(usdtOut: bigint, pool: PoolState): bigint | undefined {
  const gross = leastBeforeFee(usdtOut, pool.communityBps);
  const into = amountInFor(gross, pool.reserveOpen, pool.reserveUsdt, pool.poolBps);
  return into === undefined ? undefined : leastBeforeFee(into, pool.burnBps);
}
