import { assert } from '../kit/fault.ts';

/**
 * A column of amounts in base units, exact: high × 10¹⁰ + low, both whole numbers of 64 bits. A million bigints take four times the
 * memory and many times the time. Low may be more than 10¹⁰ (a part is written without dividing), but never more than `lowMost`.
 */
export type AmountColumn = { readonly high: BigInt64Array; readonly low: BigInt64Array };

const LOW_SIZE = 10_000_000_000n;
const lowMost = 2n ** 61n;
/** What one amount that is put in may be: 10¹⁰ coins. */
export const amountMost = 10n ** 28n - 1n;

export function newAmounts(length: number): AmountColumn {
  return { high: new BigInt64Array(length), low: new BigInt64Array(length) };
}

export function amountAt({ high, low }: AmountColumn, at: number): bigint {
  return (high[at] ?? 0n) * LOW_SIZE + (low[at] ?? 0n);
}

/** High is below 10¹⁸ then, low below 10¹⁰. */
export function setAmount({ high, low }: AmountColumn, at: number, amount: bigint): void {
  assert(amount >= 0n && amount <= amountMost, 'an amount fits its column');
  high[at] = amount / LOW_SIZE;
  low[at] = amount % LOW_SIZE;
}

/** 0 … 10,000 as 64-bit numbers: a look into a column is much cheaper than a conversion. */
const wholes = BigInt64Array.from({ length: 10_001 }, (_, at) => BigInt(at));

/**
 * Amounts that were put in, as 10⁴ × quotient + odd (see `cut`), the quotient again as high × 10¹⁰ + low: high is below 10¹⁴, low
 * below 10¹⁰, so neither leaves 63 bits when multiplied by a rate.
 */
export type Quotients = { readonly quotient: AmountColumn; readonly odd: Int32Array };

export function splitAmounts({ high, low }: AmountColumn): Quotients {
  const count = high.length;
  const quotient = newAmounts(count);
  const odd = new Int32Array(count);
  for (let at = 0; at < count; at += 1) {
    const above = high[at] ?? 0n;
    const below = BigInt.asIntN(64, (above % 10_000n) * LOW_SIZE + (low[at] ?? 0n));
    quotient.high[at] = BigInt.asIntN(64, above / 10_000n);
    quotient.low[at] = BigInt.asIntN(64, below / 10_000n);
    odd[at] = Number(below % 10_000n);
  }
  return { quotient, odd };
}

/** Writes quotient × bps + units, for rates and units up to 10⁴. */
export function setShare(
  to: AmountColumn,
  row: number,
  quotient: AmountColumn,
  at: number,
  bps: number,
  units: number,
): void {
  const rate = wholes[bps] ?? 0n;
  const below = BigInt.asIntN(64, (quotient.low[at] ?? 0n) * rate);
  to.high[row] = BigInt.asIntN(64, (quotient.high[at] ?? 0n) * rate);
  to.low[row] = BigInt.asIntN(64, below + (wholes[units] ?? 0n));
}

/** Adds one amount of `from` to one of `to`. A sum may reach 9 × 10²⁸ base units. */
export function addAmount(to: AmountColumn, at: number, from: AmountColumn, fromAt: number): void {
  const high = BigInt.asIntN(64, (to.high[at] ?? 0n) + (from.high[fromAt] ?? 0n));
  const low = BigInt.asIntN(64, (to.low[at] ?? 0n) + (from.low[fromAt] ?? 0n));
  if (low < lowMost) {
    to.high[at] = high;
    to.low[at] = low;
    return;
  }
  to.high[at] = BigInt.asIntN(64, high + low / LOW_SIZE);
  to.low[at] = BigInt.asIntN(64, low % LOW_SIZE);
}
