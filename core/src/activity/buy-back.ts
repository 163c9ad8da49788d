import { Refusal } from '../kit/refusal.ts';
import { formatAmount, oneCoin, parseAmount } from '../money/amount.ts';
import { BPS_PER_WHOLE, shareDown, shareUp } from '../money/ratio.ts';

/** `waiting`: two agreed, it is being signed; `ordered`: signed, on its way to the chain; `done`; `expired`: the money is back. */
export const buyBackStates = ['waiting', 'ordered', 'done', 'expired'] as const;
export type BuyBackState = (typeof buyBackStates)[number];

/** What is spent and the least OPEN that must come for it, in base units. */
export type BuyBackOrder = { amount: bigint; minOpen: bigint };

/** What a purchase is measured by. Prices are USDT per OPEN × 10¹⁸. */
export type BuyBackBounds = {
  /** What the pool holds, and the most that one purchase may be. */
  balance: bigint;
  most: bigint;
  /** The oracle's average; null while there is none. */
  averageE18: bigint | null;
  /** How far above the average the price may be at most, in basis points. */
  aboveBps: number;
};

/** The value of a proposal: USDT to spend and least OPEN to get, plain decimals with a space between. */
export function parseBuyBack(value: string): BuyBackOrder | undefined {
  const [spent, least, ...more] = value.split(' ');
  const amount = parseAmount(spent ?? '');
  const minOpen = parseAmount(least ?? '');
  if (amount === undefined || minOpen === undefined || more.length > 0) return undefined;
  return amount > 0n && minOpen > 0n ? { amount, minOpen } : undefined;
}

export function formatBuyBack({ amount, minOpen }: BuyBackOrder): string {
  return `${formatAmount(amount)} ${formatAmount(minOpen)}`;
}

/** Least OPEN for an amount at a highest price, rounded up: the price is never passed by the dust. */
export function leastOpenUp(amount: bigint, priceE18: bigint): bigint {
  return shareUp(amount, oneCoin, priceE18);
}

/** The highest price that an order allows, rounded up. */
export function highestPriceUp({ amount, minOpen }: BuyBackOrder): bigint {
  return shareUp(amount, oneCoin, minOpen);
}

/** The highest price that is allowed at this average, rounded down. */
export function allowedPriceDown(averageE18: bigint, aboveBps: number): bigint {
  return shareDown(averageE18, BPS_PER_WHOLE + BigInt(aboveBps), BPS_PER_WHOLE);
}

/** What the public pool gives for an amount, to the unit; no community fee is taken from a buy-back. */
export function boughtDown(
  amount: bigint,
  pool: { reserveUsdt: bigint; reserveOpen: bigint; poolBps: number },
): bigint {
  const counted = amount * (BPS_PER_WHOLE - BigInt(pool.poolBps));
  return (counted * pool.reserveOpen) / (pool.reserveUsdt * BPS_PER_WHOLE + counted);
}

/** Refusals in order: buybackamount (more than one purchase may be, or than there is), buybacknoprice, buybackprice (too dear). */
export function checkBuyBack(order: BuyBackOrder, bounds: BuyBackBounds): Refusal | undefined {
  const most = bounds.balance < bounds.most ? bounds.balance : bounds.most;
  if (order.amount > most) return new Refusal('activity.buybackamount', { most: formatAmount(most) });
  if (bounds.averageE18 === null || bounds.averageE18 === 0n) return new Refusal('activity.buybacknoprice');
  const allowed = allowedPriceDown(bounds.averageE18, bounds.aboveBps);
  if (order.minOpen < leastOpenUp(order.amount, allowed))
    return new Refusal('activity.buybackprice', { most: formatAmount(allowed) });
  return undefined;
}
