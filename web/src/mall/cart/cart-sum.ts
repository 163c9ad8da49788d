import { formatAmount, parseAmount } from '@openmere/core/money/amount.ts';
import type { CartLine } from './use-cart.ts';

/** What can be ordered now, and in this quantity. */
export function canOrder({ state }: CartLine): boolean {
  return state === 'ok';
}

/** What may be chosen: too many of it can be made fewer, what is gone cannot come back. */
export function canChoose({ state }: CartLine): boolean {
  return state === 'ok' || state === 'lessstock';
}

function units(amount: string): bigint {
  const parsed = parseAmount(amount);
  if (parsed === undefined) throw new Error(`not a price: ${amount}`);
  return parsed;
}

/** Price of all pieces of a line. */
export function lineTotal({ price, quantity }: Pick<CartLine, 'price' | 'quantity'>): string {
  return formatAmount(units(price) * BigInt(quantity));
}

export type CoinSum = { coinid: string; amount: string; obl: string };

/** What the lines cost together, coin by coin, and how much of it may be paid with OBL. */
export function sumPerCoin(lines: readonly CartLine[]): CoinSum[] {
  const sums = new Map<string, { amount: bigint; obl: bigint }>();
  for (const { coinid, price, obl, quantity } of lines) {
    const sum = sums.get(coinid) ?? { amount: 0n, obl: 0n };
    sum.amount += units(price) * BigInt(quantity);
    sum.obl += units(obl) * BigInt(quantity);
    sums.set(coinid, sum);
  }
  return [...sums].map(([coinid, { amount, obl }]) => ({
    coinid,
    amount: formatAmount(amount),
    obl: formatAmount(obl),
  }));
}

export type ShopLines = { id: string; name: string; lines: CartLine[] };

/** Lines by shop, in the order in which the shops come. */
export function byShop(lines: readonly CartLine[]): ShopLines[] {
  const shops = new Map<string, ShopLines>();
  for (const line of lines) {
    const shop = shops.get(line.shop.id) ?? { ...line.shop, lines: [] };
    shop.lines.push(line);
    shops.set(line.shop.id, shop);
  }
  return [...shops.values()];
}
