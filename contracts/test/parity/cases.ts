import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { protocolLp, quoteAdd, quoteRemove, uniswapShare } from '@openmere/core/liquidity/quote.ts';
import { rootDown } from '@openmere/core/liquidity/root.ts';
import { amountOut, reserveLimit } from '@openmere/core/swap/quote.ts';
import type { Chance } from './random.ts';

/** LP that the first `mint` leaves in a pair, and the unit more that the harness starts it with. */
const startLp = 1_001n;
const lockedLp = 1_000n;

/** 14 bytes, as the harness reads them. Throws when a number does not fit. */
function word(value: bigint): string {
  if (value < 0n || value > reserveLimit) throw new Error(`${value} does not fit in 112 bits`);
  return value.toString(16).padStart(28, '0');
}

function amountFor(chance: Chance, reserve: bigint): bigint {
  const most = reserveLimit - reserve;
  const drawn = drawAmount(chance, reserve);
  return drawn > most ? most : drawn;
}

/** From a single unit to thousands of times the reserve, and often close to what real trades are. */
function drawAmount(chance: Chance, reserve: bigint): bigint {
  const kind = chance.pick(8);
  if (kind === 0) return 1n + BigInt(chance.pick(12));
  if (kind === 1) return chance.sized(1, 33);
  if (kind === 2) return reserve * BigInt(1 + chance.pick(5_000));
  return 1n + chance.upTo(reserve) / chance.sized(1, 10);
}

/** Reserves from 10³ to beyond 10³² units, of independent sizes. */
function drawReserve(chance: Chance): bigint {
  return chance.sized(4, 33);
}

/** One swap as `PairParity.swaps` reads it: our quote of it is what the real pair has to agree with. */
export function packSwap(chance: Chance): string {
  const [reserveIn, reserveOut] = [drawReserve(chance), drawReserve(chance)];
  const amountIn = amountFor(chance, reserveIn);
  const out = amountOut(amountIn, reserveIn, reserveOut, 30);
  const flag = chance.pick(2) === 0 ? '00' : '01';
  return flag + word(reserveIn) + word(reserveOut) + word(amountIn) + word(out);
}

/** One case of `PairParity.formulas`, at `poolBps` 25 or 30. */
export function packFormula(chance: Chance, poolBps: 25 | 30): string {
  const [reserveIn, reserveOut] = [drawReserve(chance), drawReserve(chance)];
  const amountIn = amountFor(chance, reserveIn);
  const out = amountOut(amountIn, reserveIn, reserveOut, poolBps);
  const flag = poolBps.toString(16).padStart(2, '0');
  return flag + word(reserveIn) + word(reserveOut) + word(amountIn) + word(out);
}

/** Reserves up to 10³² and LP as trading leaves it: the root of the product or, after fees, down to half of that. */
function drawPool(chance: Chance): { reserveUsdt: bigint; reserveOpen: bigint; lpTotal: bigint } {
  const [reserveUsdt, reserveOpen] = [chance.sized(4, 32), chance.sized(4, 32)];
  const root = rootDown(reserveUsdt * reserveOpen);
  const drawn = root - (root * BigInt(chance.pick(5_000))) / 10_000n;
  return { reserveUsdt, reserveOpen, lpTotal: drawn > startLp ? drawn : startLp };
}

/** Up to ten times the reserve, down to single units; sometimes the side is left to follow. */
function drawSide(chance: Chance, reserve: bigint): bigint | undefined {
  const kind = chance.pick(12);
  if (kind <= 3) return undefined;
  if (kind === 4) return BigInt(chance.pick(5));
  return 1n + (reserve * BigInt(1 + chance.pick(10))) / chance.sized(1, 8);
}

/**
 * One adding through the real router and one removing after it, as `PairParity.liquidities` reads them. `withProtocol`: the
 * pair whose factory takes its part of the growth; it then knows `kLast` from the last mint, at reserves equal to the LP.
 */
export function packLiquidity(chance: Chance, withProtocol: boolean): string {
  const drawn = drawPool(chance);
  const pool: LiquidityPool = withProtocol
    ? { ...drawn, kLast: drawn.lpTotal * drawn.lpTotal, protocolShare: uniswapShare }
    : drawn;
  const usdtDesired = drawSide(chance, pool.reserveUsdt);
  const openDesired = drawSide(chance, pool.reserveOpen);
  const quote = quoteAdd(
    {
      ...(usdtDesired === undefined ? {} : { usdtDesired }),
      ...(openDesired === undefined ? {} : { openDesired }),
    },
    pool,
  );
  const after = quote.lp > 0n ? afterAdding(pool, quote) : pool;
  const removed =
    chance.upTo(pool.lpTotal + quote.lp - lockedLp) / (chance.pick(2) === 0 ? 1n : chance.sized(1, 20));
  const removal = quoteRemove(removed, after, 2_000);
  const words = [
    pool.lpTotal,
    pool.reserveUsdt,
    pool.reserveOpen,
    quote.usdtDesired,
    quote.openDesired,
    quote.usdt,
    quote.open,
    quote.lp,
    removed,
    removal.usdt,
    removal.open,
  ];
  return (withProtocol ? '01' : '00') + words.map(word).join('');
}

/** The pair right after an adding: the operator's LP is in, and `kLast` is the new product. */
function afterAdding(pool: LiquidityPool, quote: ReturnType<typeof quoteAdd>): LiquidityPool {
  const reserveUsdt = pool.reserveUsdt + quote.usdt;
  const reserveOpen = pool.reserveOpen + quote.open;
  const lpTotal = pool.lpTotal + protocolLp(pool) + quote.lp;
  return { ...pool, reserveUsdt, reserveOpen, lpTotal, kLast: pool.kLast ? reserveUsdt * reserveOpen : 0n };
}
