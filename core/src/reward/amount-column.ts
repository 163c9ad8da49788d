import { assert } from '../kit/fault.ts';

/**
 * A column of amounts in base units, exact: high × 10¹⁰ + low, both whole numbers of 64 bits. A million bigints take four times the
 * memory and many times the time. Low may be more than 10¹⁰ (a part is written without dividing), but never more than `lowMost`.
 */
export type AmountColumn = { readonly high: BigInt64Array; readonly low: BigInt64Array };

const lowSize = 10_000_000_000n;
const lowMost = 2n ** 61n;
/** What one amount that is put in may be: 10¹⁰ coins. */
export const amountMost = 10n ** 28n - 1n;

export function newAmounts(length: number): AmountColumn {
  return { high: new BigInt64Array(length), low: new BigInt64Array(length) };
}

export function amountAt({ high, low }: AmountColumn, at: number): bigint {
  return (high[at] ?? 0n) * lowSize + (low[at] ?? 0n);
}

/** High is below 10¹⁸ then, low below 10¹⁰. */
export function setAmount({ high, low }: AmountColumn, at: number, amount: bigint): void {
  assert(amount >= 0n && amount <= amountMost, 'an amount fits its column');
  high[at] = amount / lowSize;
  low[at] = amount % lowSize;
}

/** Adds one amount of `from` to one of `to`. A sum may reach 10¹⁰ coins as often as one likes, up to 9 × 10²⁸ base units in all. */
export function addAmount(to: AmountColumn, at: number, from: AmountColumn, fromAt: number): void {
  const high = BigInt.asIntN(64, (to.high[at] ?? 0n) + (from.high[fromAt] ?? 0n));
  const low = BigInt.asIntN(64, (to.low[at] ?? 0n) + (from.low[fromAt] ?? 0n));
  if (low < lowMost) {
    to.high[at] = high;
    to.low[at] = low;
    return;
  }
  to.high[at] = BigInt.asIntN(64, high + low / lowSize);
  to.low[at] = BigInt.asIntN(64, low % lowSize);
}
