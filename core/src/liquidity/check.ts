import { Refusal } from '../kit/refusal.ts';
import { formatAmount, oneCoin } from '../money/amount.ts';
import { BPS_PER_WHOLE } from '../money/ratio.ts';
import { quoteSides } from './quote.ts';
import type { AddQuote, LiquidityPool, ReaddQuote } from './quote.ts';

/** The pair keeps reserves in 112 bits and refuses more. */
const reserveLimit = 2n ** 112n - 1n;

/** Least LP that one adding must bring: the desk refuses what rounding would noticeably eat (`LiquidityDesk.MINIMUM_LP`). */
export const LEAST_LP = 1_000n;

/** Ranges of what a member may set, and what the desk demands: defaults of configuration values and of the contract. */
export type LiquidityConfig = {
  readonly minimumAdd: bigint;
  readonly maxDeviationBps: number;
  readonly slippageLeastBps: number;
  readonly slippageMostBps: number;
  readonly deadlineLeastSec: number;
  readonly deadlineMostSec: number;
};

export const liquidityConfig: LiquidityConfig = {
  minimumAdd: 10n * oneCoin,
  maxDeviationBps: 2_000,
  slippageLeastBps: 1,
  slippageMostBps: 4_999,
  deadlineLeastSec: 60,
  deadlineMostSec: 259_200,
};

/** Tolerance and time to wait, as set by the member. */
export type Settings = { readonly slippageBps: number; readonly deadlineSec: number };

/** What the desk looks at before it takes anything in. */
export type Entrance = {
  readonly paused: boolean;
  readonly activated: boolean;
  /** The oracle's 30-minute average; undefined while it is not ready. */
  readonly twapE18: bigint | undefined;
};

/** What the wallet holds; undefined while it is not known: then it is not judged. */
export type Holdings = {
  readonly usdt?: bigint | undefined;
  readonly open?: bigint | undefined;
  readonly ousd?: bigint | undefined;
};

/** Whether the pool's price is further from the 30-minute average than the desk allows; the bound itself is allowed. */
export function isPriceTooFar(spotE18: bigint, twapE18: bigint, maxDeviationBps: number): boolean {
  const distance = spotE18 > twapE18 ? spotE18 - twapE18 : twapE18 - spotE18;
  return distance * BPS_PER_WHOLE > twapE18 * BigInt(maxDeviationBps);
}

function checkEntrance(
  entrance: Entrance,
  pool: LiquidityPool,
  config: LiquidityConfig,
): Refusal | undefined {
  if (entrance.paused) return new Refusal('liquidity.paused');
  if (!entrance.activated) return new Refusal('member.notactivated');
  if (pool.reserveUsdt <= 0n || pool.reserveOpen <= 0n) return new Refusal('liquidity.poolempty');
  if (entrance.twapE18 === undefined) return new Refusal('liquidity.notready');
  const spotE18 = (pool.reserveUsdt * oneCoin) / pool.reserveOpen;
  if (!isPriceTooFar(spotE18, entrance.twapE18, config.maxDeviationBps)) return undefined;
  return new Refusal('liquidity.pricetoofar', { most: String(config.maxDeviationBps / 100) });
}

function checkSettings(settings: Settings, config: LiquidityConfig): Refusal | undefined {
  const { slippageBps, deadlineSec } = settings;
  const within = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  if (!within(slippageBps, config.slippageLeastBps, config.slippageMostBps))
    return new Refusal('liquidity.slippagerange', {
      least: String(config.slippageLeastBps / 100),
      most: String(config.slippageMostBps / 100),
    });
  if (!within(deadlineSec, config.deadlineLeastSec, config.deadlineMostSec))
    return new Refusal('liquidity.deadlinerange', {
      least: Math.ceil(config.deadlineLeastSec / 60),
      most: Math.floor(config.deadlineMostSec / 86_400),
    });
  return undefined;
}

function checkEnough(coin: string, needed: bigint, available: bigint | undefined): Refusal | undefined {
  if (available === undefined || needed <= available) return undefined;
  return new Refusal('liquidity.insufficient', { coin, available: formatAmount(available) });
}

function checkTaken(quote: AddQuote | undefined, pool: LiquidityPool): Refusal | undefined {
  if (
    quote === undefined ||
    quote.usdtDesired < 0n ||
    quote.openDesired < 0n ||
    pool.reserveUsdt + quote.usdt > reserveLimit ||
    pool.reserveOpen + quote.open > reserveLimit
  )
    return new Refusal('liquidity.badamount');
  if (quote.usdtDesired === 0n || quote.openDesired === 0n) return new Refusal('liquidity.nothing');
  return undefined;
}

/**
 * Adding, in this order (rulebook §6): liquidity.paused; member.notactivated; liquidity.poolempty; liquidity.notready (no
 * average yet); liquidity.pricetoofar; liquidity.badamount (no amount, or more than a pair can hold); liquidity.nothing;
 * liquidity.belowminimum (of the USDT that the pool takes); liquidity.insufficient (USDT, then OPEN); liquidity.toosmall (less
 * LP than `leastLp`); liquidity.slippagerange; liquidity.deadlinerange. `quote` is undefined when no amount was typed.
 */
export function checkAdd(
  quote: AddQuote | undefined,
  request: Entrance & Settings & { readonly holdings: Holdings },
  pool: LiquidityPool,
  config: LiquidityConfig = liquidityConfig,
): Refusal | undefined {
  const refused = checkEntrance(request, pool, config) ?? checkTaken(quote, pool);
  if (refused || quote === undefined) return refused;
  if (quote.usdt < config.minimumAdd)
    return new Refusal('liquidity.belowminimum', { minimum: formatAmount(config.minimumAdd) });
  const { usdt, open } = request.holdings;
  return (
    checkEnough('USDT', quote.usdt, usdt) ??
    checkEnough('OPEN', quote.open, open) ??
    (quote.lp < LEAST_LP ? new Refusal('liquidity.toosmall') : checkSettings(request, config))
  );
}

/**
 * Re-adding: as adding, without a minimum, and with the OUSD that is held: …; liquidity.nothing; liquidity.remaininginsufficient
 * (more asked of the held OUSD than is held); liquidity.insufficient (own OUSD, then OPEN); liquidity.toosmall; ….
 */
export function checkReadd(
  quote: ReaddQuote | undefined,
  request: Entrance &
    Settings & { readonly holdings: Holdings; readonly heldAsked: bigint; readonly heldTotal: bigint },
  pool: LiquidityPool,
  config: LiquidityConfig = liquidityConfig,
): Refusal | undefined {
  const refused = checkEntrance(request, pool, config) ?? checkTaken(quote, pool);
  if (refused || quote === undefined) return refused;
  if (request.heldAsked > request.heldTotal)
    return new Refusal('liquidity.remaininginsufficient', { held: formatAmount(request.heldTotal) });
  const { ousd, open } = request.holdings;
  return (
    checkEnough('OUSD', quote.fromOwn, ousd) ??
    checkEnough('OPEN', quote.open, open) ??
    (quote.lp < LEAST_LP ? new Refusal('liquidity.toosmall') : checkSettings(request, config))
  );
}

/**
 * Removing, an exit that nothing pauses, in this order (specification §5): liquidity.badamount; liquidity.nothing;
 * liquidity.toomuchlp; liquidity.toosmall (no coin of one side would come out: the pair refuses); liquidity.slippagerange;
 * liquidity.deadlinerange; liquidity.typeok. The word is taken in any case, spaces around it do not matter.
 */
export function checkRemove(
  request: Settings & {
    readonly lp: bigint | undefined;
    readonly lpAvailable: bigint;
    readonly typed: string;
  },
  pool: LiquidityPool,
  config: LiquidityConfig = liquidityConfig,
): Refusal | undefined {
  const { lp, lpAvailable } = request;
  if (lp === undefined || lp < 0n) return new Refusal('liquidity.badamount');
  if (lp === 0n) return new Refusal('liquidity.nothing');
  if (lp > lpAvailable) return new Refusal('liquidity.toomuchlp', { available: formatAmount(lpAvailable) });
  const { usdt, open } = quoteSides(lp, pool);
  if (usdt === 0n || open === 0n) return new Refusal('liquidity.toosmall');
  const refused = checkSettings(request, config);
  if (refused) return refused;
  return request.typed.trim().toLowerCase() === 'ok' ? undefined : new Refusal('liquidity.typeok');
}

/** Releasing one hold, in this order: liquidity.nothingheld; liquidity.notyet. `releaseAt` is ISO 8601 UTC. */
export function checkRelease(
  hold: { readonly amount: bigint; readonly releaseAt: string; readonly matured: boolean } | undefined,
): Refusal | undefined {
  if (hold === undefined || hold.amount === 0n) return new Refusal('liquidity.nothingheld');
  return hold.matured ? undefined : new Refusal('liquidity.notyet', { until: hold.releaseAt });
}
