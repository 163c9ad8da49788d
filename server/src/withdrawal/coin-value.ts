import type { Amount } from '@openmere/core/money/amount.ts';
import type { Ctx } from '../platform/context.ts';
import { findHighPrice } from '../swap/candle-store.ts';

const SCALE = 10n ** 18n;

/** USDT for an amount of a coin, in base units, rounded up. */
export type ValueOf = (coinId: string, amount: Amount) => Amount;

/** `price`: USDT per unit of OPEN × 10^18. Every other coin is a dollar. */
export function valueWith(price: bigint): ValueOf {
  return (coinId, amount) => (coinId === 'OPEN' ? (amount * price + SCALE - 1n) / SCALE : amount);
}

/**
 * How limits in USDT count coins: OPEN at the highest average price of the last 24 hours, as long as nobody ever traded it at
 * one USDT. Pushing the price down for a while makes no limit wider than meant.
 */
export async function loadValueOf(ctx: Pick<Ctx, 'tx'>, chainId: number): Promise<ValueOf> {
  const { tx } = ctx;
  return valueWith((await findHighPrice(tx, chainId)) ?? SCALE);
}
