import { oneCoin } from '../money/amount.ts';
import { BPS_PER_WHOLE, shareDown, shareUp } from '../money/ratio.ts';
import { rootDown } from './root.ts';

/** Which part of the growth of the pool its operator takes as new LP: 1/6 on Uniswap V2, 8/25 on PancakeSwap V2. */
export type ProtocolShare = { readonly part: bigint; readonly whole: bigint };

export const uniswapShare: ProtocolShare = { part: 1n, whole: 6n };
export const pancakeShare: ProtocolShare = { part: 8n, whole: 25n };

/** The pair as it is on the chain; reserves and LP in base units. */
export type LiquidityPool = {
  readonly reserveUsdt: bigint;
  readonly reserveOpen: bigint;
  readonly lpTotal: bigint;
  /**
   * `kLast()` of the pair, where the factory's `feeTo` is set; absent or 0: the pair mints nothing to its operator (the
   * development chain). Without it a quote on PancakeSwap is a little high: by 8/25 of the fees since the last mint or burn.
   */
  readonly kLast?: bigint;
  /** Which protocol; PancakeSwap's unless told. Only read when `kLast` is above 0. */
  readonly protocolShare?: ProtocolShare;
};

/** LP that the first adding leaves in the pair for ever. */
export const LOCKED_LP = 1_000n;

/** LP that the pair mints to its operator before it mints or burns anybody else's, as the pair rounds (down). */
export function protocolLp(pool: LiquidityPool): bigint {
  const kLast = pool.kLast ?? 0n;
  if (kLast <= 0n) return 0n;
  const root = rootDown(pool.reserveUsdt * pool.reserveOpen);
  const rootLast = rootDown(kLast);
  if (root <= rootLast) return 0n;
  const { part, whole } = pool.protocolShare ?? pancakeShare;
  return (pool.lpTotal * (root - rootLast) * part) / (root * (whole - part) + rootLast * part);
}

export type AddQuote = {
  /** What to offer to the desk as `usdtDesired` and `openDesired`. */
  readonly usdtDesired: bigint;
  readonly openDesired: bigint;
  /** What the pool takes of it; the rest never leaves the wallet. */
  readonly usdt: bigint;
  readonly open: bigint;
  readonly lp: bigint;
  /** Part of the pool that this LP is afterwards, rounded down: 18 places, and in basis points. */
  readonly shareE18: bigint;
  readonly shareBps: number;
};

/** One side or both; a side that is left out follows the pool's ratio. */
export type AddRequest = { readonly usdtDesired?: bigint; readonly openDesired?: bigint };

/**
 * What the pool takes and gives for an adding in this block: the rule of Uniswap V2's router (the first side whole, the other
 * by the ratio rounded down, or the other way round) and the pair's `mint`, to the last unit. Coins sent to the pair by
 * somebody as a gift make it give more, never less. An empty pool takes both sides as they are.
 */
export function quoteAdd(request: AddRequest, pool: LiquidityPool): AddQuote {
  const empty = pool.reserveUsdt <= 0n || pool.reserveOpen <= 0n;
  const usdtDesired =
    request.usdtDesired ?? followUp(request.openDesired, pool.reserveOpen, pool.reserveUsdt);
  const openDesired =
    request.openDesired ?? followDown(request.usdtDesired, pool.reserveUsdt, pool.reserveOpen);
  const { usdt, open } = empty
    ? { usdt: usdtDesired, open: openDesired }
    : taken(usdtDesired, openDesired, pool);
  const protocol = protocolLp(pool);
  const lp = mintedLp(usdt, open, pool, pool.lpTotal + protocol);
  const total = pool.lpTotal + protocol + lp + (pool.lpTotal === 0n && lp > 0n ? LOCKED_LP : 0n);
  return {
    usdtDesired,
    openDesired,
    usdt,
    open,
    lp,
    shareE18: total > 0n ? shareDown(oneCoin, lp, total) : 0n,
    shareBps: total > 0n ? Number(shareDown(BPS_PER_WHOLE, lp, total)) : 0,
  };
}

function followDown(amount: bigint | undefined, reserve: bigint, otherReserve: bigint): bigint {
  return amount === undefined || reserve <= 0n ? 0n : shareDown(amount, otherReserve, reserve);
}

/** Up, so that the pool takes the typed OPEN whole. */
function followUp(amount: bigint | undefined, reserve: bigint, otherReserve: bigint): bigint {
  return amount === undefined || reserve <= 0n ? 0n : shareUp(amount, otherReserve, reserve);
}

function taken(
  usdtDesired: bigint,
  openDesired: bigint,
  pool: LiquidityPool,
): { usdt: bigint; open: bigint } {
  const open = followDown(usdtDesired, pool.reserveUsdt, pool.reserveOpen);
  if (open <= openDesired) return { usdt: usdtDesired, open };
  return { usdt: followDown(openDesired, pool.reserveOpen, pool.reserveUsdt), open: openDesired };
}

/** The pair's `mint`: the worse of both sides, rounded down; 0 where the pair would refuse. */
function mintedLp(usdt: bigint, open: bigint, pool: LiquidityPool, total: bigint): bigint {
  if (pool.lpTotal === 0n) {
    const root = rootDown(usdt * open);
    return root > LOCKED_LP ? root - LOCKED_LP : 0n;
  }
  if (pool.reserveUsdt <= 0n || pool.reserveOpen <= 0n) return 0n;
  const byUsdt = (usdt * total) / pool.reserveUsdt;
  const byOpen = (open * total) / pool.reserveOpen;
  return byUsdt < byOpen ? byUsdt : byOpen;
}

export type RemoveQuote = {
  readonly open: bigint;
  /** The USDT side, all of which becomes OUSD: `ousdPaid + ousdHeld`. */
  readonly usdt: bigint;
  readonly ousdPaid: bigint;
  /** Held for re-adding, rounded down (rulebook §6: 20 %). */
  readonly ousdHeld: bigint;
};

/** Both sides of `lp` in this block: the pair's `burn`, to the last unit. Gifts to the pair make it more, never less. */
export function quoteSides(
  lp: bigint,
  pool: LiquidityPool,
): { readonly usdt: bigint; readonly open: bigint } {
  const total = pool.lpTotal + protocolLp(pool);
  if (lp <= 0n || total <= 0n) return { usdt: 0n, open: 0n };
  return { usdt: shareDown(lp, pool.reserveUsdt, total), open: shareDown(lp, pool.reserveOpen, total) };
}

/**
 * What removing `lp` gives in this block, where the desk holds back `holdBps` of the USDT side (its `HOLD_BPS`). While OUSD
 * cannot be minted the desk pays the whole USDT side as USDT and holds nothing.
 */
export function quoteRemove(lp: bigint, pool: LiquidityPool, holdBps: number): RemoveQuote {
  const { usdt, open } = quoteSides(lp, pool);
  const ousdHeld = shareDown(usdt, BigInt(holdBps), BPS_PER_WHOLE);
  return { open, usdt, ousdPaid: usdt - ousdHeld, ousdHeld };
}

/** The least of each coin that a transaction may take or give: the quote less the tolerance, rounded down. */
export function leastOf(amount: bigint, slippageBps: number): bigint {
  return shareDown(amount, BPS_PER_WHOLE - BigInt(slippageBps), BPS_PER_WHOLE);
}

export type ReaddQuote = AddQuote & {
  /** OUSD used: what is held goes first, the wallet's own after it. Together `usdt`. */
  readonly fromHeld: bigint;
  readonly fromOwn: bigint;
};

/** Re-adding `heldOusd` of what is held and then `ownOusd` of the wallet; OPEN follows the ratio unless given. OUSD is 1 USDT. */
export function quoteReadd(
  request: { readonly heldOusd: bigint; readonly ownOusd: bigint; readonly openDesired?: bigint },
  pool: LiquidityPool,
): ReaddQuote {
  const { heldOusd, ownOusd, openDesired } = request;
  const quote = quoteAdd(
    { usdtDesired: heldOusd + ownOusd, ...(openDesired === undefined ? {} : { openDesired }) },
    pool,
  );
  const fromHeld = quote.usdt < heldOusd ? quote.usdt : heldOusd;
  return { ...quote, fromHeld, fromOwn: quote.usdt - fromHeld };
}
