import { Refusal } from '../kit/refusal.ts';
import { formatAmount } from '../money/amount.ts';
import { quoteTrade, reserveLimit } from './quote.ts';
import type { PoolState, Quote, Side } from './quote.ts';
import {
  deadlineConfig,
  impactConfig,
  judgeImpact,
  judgeSlippage,
  percentText,
  slippageConfig,
} from './slippage.ts';
import type { DeadlineConfig, ImpactConfig, SlippageConfig } from './slippage.ts';

export type TradeRequest = {
  readonly side: Side;
  /** USDT (buy) or OPEN (sell); undefined when what was typed is not an amount. */
  readonly amountIn: bigint | undefined;
  /** What the wallet holds of the coin given; undefined while it is not known: then it is not judged. */
  readonly available: bigint | undefined;
  readonly tradable: boolean;
  /** Buying needs an activated address; selling does not. */
  readonly activated: boolean;
  readonly slippageBps: number;
  readonly deadlineSec: number;
  /** Expert mode turns the refusal of a huge impact into a typed confirmation. */
  readonly expert: boolean;
  /** What the member has confirmed about the impact so far. */
  readonly confirmed: 'no' | 'asked' | 'typed';
};

export type TradeConfig = {
  readonly slippage: SlippageConfig;
  readonly impact: ImpactConfig;
  readonly deadline: DeadlineConfig;
};

export const tradeConfig: TradeConfig = {
  slippage: slippageConfig,
  impact: impactConfig,
  deadline: deadlineConfig,
};

/**
 * The whole trade, in this order (rulebook §7): swap.nottradable; member.notactivated (buying); swap.poolempty;
 * swap.badamount (no amount, or more than a pair can hold); swap.nothing; swap.insufficient; swap.slippagerange;
 * swap.deadlinerange; swap.toosmall (nothing would come out); swap.impactrefused (from 15 % unless expert);
 * swap.impacttype (from 10 %, until the word is typed); swap.impactask (from 5 %, until confirmed).
 */
export function checkTrade(
  request: TradeRequest,
  pool: PoolState,
  config: TradeConfig = tradeConfig,
): Refusal | undefined {
  return (
    checkOpen(request, pool) ??
    checkAmountIn(request, pool) ??
    checkSettings(request, config) ??
    checkOutcome(request, pool, config.impact)
  );
}

function checkOpen(request: TradeRequest, pool: PoolState): Refusal | undefined {
  if (!request.tradable) return new Refusal('swap.nottradable');
  if (request.side === 'buy' && !request.activated) return new Refusal('member.notactivated');
  if (pool.reserveUsdt <= 0n || pool.reserveOpen <= 0n) return new Refusal('swap.poolempty');
  return undefined;
}

function checkAmountIn(request: TradeRequest, pool: PoolState): Refusal | undefined {
  const { amountIn, available, side } = request;
  const reserveIn = side === 'buy' ? pool.reserveUsdt : pool.reserveOpen;
  if (amountIn === undefined || amountIn < 0n || reserveIn + amountIn > reserveLimit)
    return new Refusal('swap.badamount');
  if (amountIn === 0n) return new Refusal('swap.nothing');
  if (available === undefined || amountIn <= available) return undefined;
  const coin = side === 'buy' ? 'USDT' : 'OPEN';
  return new Refusal('swap.insufficient', { available: formatAmount(available), coin });
}

function checkSettings(request: TradeRequest, config: TradeConfig): Refusal | undefined {
  const { leastBps, mostBps } = config.slippage;
  if (judgeSlippage(request.slippageBps, config.slippage) === 'refused')
    return new Refusal('swap.slippagerange', { least: percentText(leastBps), most: percentText(mostBps) });
  return checkDeadline(request.deadlineSec, config.deadline);
}

/** Refuses a time to wait outside of the range, or a broken number of seconds (swap.deadlinerange). */
export function checkDeadline(
  deadlineSec: number,
  config: DeadlineConfig = deadlineConfig,
): Refusal | undefined {
  if (Number.isInteger(deadlineSec) && deadlineSec >= config.leastSec && deadlineSec <= config.mostSec)
    return undefined;
  return new Refusal('swap.deadlinerange', {
    least: Math.ceil(config.leastSec / 60),
    most: Math.floor(config.mostSec / 86_400),
  });
}

function checkOutcome(request: TradeRequest, pool: PoolState, config: ImpactConfig): Refusal | undefined {
  const quote: Quote = quoteTrade(request.side, request.amountIn ?? 0n, pool);
  if (quote.received === 0n) return new Refusal('swap.toosmall');
  const impact = percentText(quote.priceImpactBps);
  const verdict = judgeImpact(quote.priceImpactBps, config);
  if (verdict === 'refuse' && !request.expert)
    return new Refusal('swap.impactrefused', { impact, most: percentText(config.refuseBps) });
  if ((verdict === 'refuse' || verdict === 'type') && request.confirmed !== 'typed')
    return new Refusal('swap.impacttype', { impact });
  if (verdict === 'ask' && request.confirmed === 'no') return new Refusal('swap.impactask', { impact });
  return undefined;
}
