import { BPS_PER_WHOLE, shareDown, shareUp } from '../money/ratio.ts';
import { defaultOf } from '../setting/define.ts';
import * as market from '../setting/market.ts';
import { quoteTrade } from './quote.ts';
import type { PoolState, Side } from './quote.ts';

/** Slippage tolerance (rulebook §7, conventional numbers of the field), in basis points: defaults of configuration values. */
export type SlippageConfig = {
  readonly presetsBps: readonly number[];
  readonly defaultBps: number;
  readonly leastBps: number;
  readonly mostBps: number;
  /** Under it a trade may fail. */
  readonly mayFailUnderBps: number;
  /** Over it a trade may be front-run. */
  readonly frontRunOverBps: number;
  /** Over it the figure is red. */
  readonly highOverBps: number;
};

export const slippageConfig: SlippageConfig = {
  presetsBps: defaultOf(market.swapSlippagePresets),
  defaultBps: defaultOf(market.swapSlippageBps),
  leastBps: 1,
  mostBps: defaultOf(market.swapSlippageMostBps),
  mayFailUnderBps: defaultOf(market.swapSlippageMayFailBps),
  frontRunOverBps: defaultOf(market.swapSlippageFrontRunBps),
  highOverBps: defaultOf(market.swapSlippageHighBps),
};

/** Price impact from which on … (rulebook §7), in basis points. */
export type ImpactConfig = {
  readonly lowBps: number;
  readonly mediumBps: number;
  readonly askBps: number;
  readonly typeBps: number;
  readonly refuseBps: number;
};

export const impactConfig: ImpactConfig = {
  lowBps: defaultOf(market.swapImpactLowBps),
  mediumBps: defaultOf(market.swapImpactMediumBps),
  askBps: defaultOf(market.swapImpactAskBps),
  typeBps: defaultOf(market.swapImpactTypeBps),
  refuseBps: defaultOf(market.swapImpactRefuseBps),
};

/** How long a signed trade may wait, in seconds: 20 minutes, from 1 minute to 3 days, both included. */
export type DeadlineConfig = {
  readonly defaultSec: number;
  readonly leastSec: number;
  readonly mostSec: number;
};

export const deadlineConfig: DeadlineConfig = {
  defaultSec: defaultOf(market.swapDeadlineMinutes) * 60,
  leastSec: 60,
  mostSec: 259_200,
};

export type SlippageVerdict = 'mayfail' | 'ok' | 'frontrun' | 'high' | 'refused';
export type ImpactVerdict = 'none' | 'low' | 'medium' | 'ask' | 'type' | 'refuse';

/** The least that a trade must give or be undone: `received` less the tolerance, rounded down. */
export function minimumReceived(received: bigint, slippageBps: number): bigint {
  return shareDown(received, BPS_PER_WHOLE - BigInt(slippageBps), BPS_PER_WHOLE);
}

/** What to say of a tolerance. Outside of 0.01–49.99 %, or finer than 0.01 %: refused. */
export function judgeSlippage(bps: number, config: SlippageConfig = slippageConfig): SlippageVerdict {
  if (!Number.isInteger(bps) || bps < config.leastBps || bps > config.mostBps) return 'refused';
  if (bps < config.mayFailUnderBps) return 'mayfail';
  if (bps <= config.frontRunOverBps) return 'ok';
  return bps <= config.highOverBps ? 'frontrun' : 'high';
}

/** What a price impact asks for: colours from 1 and 3 %, a question from 5, a typed word from 10, refusal from 15. */
export function judgeImpact(bps: number, config: ImpactConfig = impactConfig): ImpactVerdict {
  if (bps >= config.refuseBps) return 'refuse';
  if (bps >= config.typeBps) return 'type';
  if (bps >= config.askBps) return 'ask';
  if (bps >= config.mediumBps) return 'medium';
  return bps >= config.lowBps ? 'low' : 'none';
}

/** Basis points as plain percent: 50 → `0.5`, 1234 → `12.34`. */
export function percentText(bps: number): string {
  return String(bps / 100);
}

export type WorstCase = {
  /** The least that is received, in the coin received. */
  readonly minimum: bigint;
  /** How much less than quoted that is, in USDT at the mid price, rounded up. */
  readonly lossUsdt: bigint;
};

/** What a tolerance can cost at the worst, beyond the quote. */
export function worstCase(side: Side, amountIn: bigint, pool: PoolState, slippageBps: number): WorstCase {
  const { received } = quoteTrade(side, amountIn, pool);
  const minimum = minimumReceived(received, slippageBps);
  const less = received - minimum;
  if (side === 'sell' || pool.reserveOpen <= 0n) return { minimum, lossUsdt: less };
  return { minimum, lossUsdt: shareUp(less, pool.reserveUsdt, pool.reserveOpen) };
}

/** What others may trade the same way before a waiting trade is mined, in USDT base units. */
export const aheadUsdtDefault: bigint = 500n * 10n ** 18n;

const SUGGEST_LEAST_BPS = 10;
const SUGGEST_MOST_BPS = 500;

/**
 * A tolerance from depth and size (field.md 2.3): wide enough that the trade still goes through after others have traded
 * `aheadUsdt` in the same direction, and no wider, because every unit of it is what a front-runner can take. In a deep pool
 * it is small, in a shallow one large, and a large trade needs less of it than a small one. Rounded up to a basis point,
 * between 0.1 and 5 %; the default where nothing can be computed.
 */
export function suggestSlippage(
  trade: { readonly side: Side; readonly amountIn: bigint },
  pool: PoolState,
  aheadUsdt: bigint = aheadUsdtDefault,
): { readonly bps: number; readonly worst: WorstCase } {
  const { side, amountIn } = trade;
  const { received } = quoteTrade(side, amountIn, pool);
  const bps =
    received > 0n ? neededBps(side, amountIn, received, pool, aheadUsdt) : slippageConfig.defaultBps;
  return { bps, worst: worstCase(side, amountIn, pool, bps) };
}

function neededBps(
  side: Side,
  amountIn: bigint,
  received: bigint,
  pool: PoolState,
  aheadUsdt: bigint,
): number {
  const later = quoteTrade(side, amountIn, afterOthers(side, pool, aheadUsdt)).received;
  const needed = Number(shareUp(received - later, BPS_PER_WHOLE, received));
  return Math.min(Math.max(needed, SUGGEST_LEAST_BPS), SUGGEST_MOST_BPS);
}

/** The pool after a fee-free trade worth `aheadUsdt` at the mid price: x·y stays, rounded for the pool. */
function afterOthers(side: Side, pool: PoolState, aheadUsdt: bigint): PoolState {
  const product = pool.reserveUsdt * pool.reserveOpen;
  if (side === 'buy') {
    const reserveUsdt = pool.reserveUsdt + aheadUsdt;
    return { ...pool, reserveUsdt, reserveOpen: shareUp(product, 1n, reserveUsdt) };
  }
  const reserveOpen = pool.reserveOpen + shareUp(aheadUsdt, pool.reserveOpen, pool.reserveUsdt);
  return { ...pool, reserveOpen, reserveUsdt: shareUp(product, 1n, reserveOpen) };
}
