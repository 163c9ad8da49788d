import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';

export type Total = { coinid: string; total: string };

/** What moved in an entry, one sum a coin, in base units and exact. */
export function totalsOf(postings: readonly { coinid: string; amount: string }[]): Total[] {
  const sums = new Map<string, bigint>();
  for (const { coinid, amount } of postings) {
    sums.set(coinid, (sums.get(coinid) ?? 0n) + (parseAmount(amount) ?? 0n));
  }
  return [...sums].map(([coinid, sum]) => ({ coinid, total: formatAmount(sum) }));
}
