import { assert } from '../kit/fault.ts';

/**
 * A column of amounts in base units, exact: high × 10¹⁴ + low, each a 64-bit integer, low below 10¹⁴. A million bigints take four times
 * the memory and twenty times the time. What is not a product of two limbs stays below 2⁶³, see `amountMost`.
 */
export type AmountColumn = { readonly high: BigInt64Array; readonly low: BigInt64Array };

const lowSize = 10n ** 14n;
/** What one amount that is divided may be: 10¹⁰ coins. High is below 10¹⁴ then, and 10⁴ times that below 2⁶³. */
export const amountMost = 10n ** 28n - 1n;

export function newAmounts(length: number): AmountColumn {
  return { high: new BigInt64Array(length), low: new BigInt64Array(length) };
}

export function amountAt({ high, low }: AmountColumn, at: number): bigint {
  return (high[at] ?? 0n) * lowSize + (low[at] ?? 0n);
}

export function setAmount({ high, low }: AmountColumn, at: number, amount: bigint): void {
  assert(amount >= 0n && amount <= amountMost, 'an amount fits its column');
  high[at] = amount / lowSize;
  low[at] = amount % lowSize;
}

/** Adds one amount of `from` to one of `to`. Sums of amounts may reach 10¹⁸ × 10¹⁴ base units: 10¹⁴ coins. */
export function addAmount(to: AmountColumn, at: number, from: AmountColumn, fromAt: number): void {
  const low = BigInt.asIntN(64, (to.low[at] ?? 0n) + (from.low[fromAt] ?? 0n));
  const carry = low >= 100_000_000_000_000n;
  to.low[at] = carry ? BigInt.asIntN(64, low - 100_000_000_000_000n) : low;
  const high = BigInt.asIntN(64, (to.high[at] ?? 0n) + (from.high[fromAt] ?? 0n));
  to.high[at] = carry ? BigInt.asIntN(64, high + 1n) : high;
}
