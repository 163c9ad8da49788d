import { formatAmount, parseAmount } from '../money/amount.ts';
import { isCoinId } from '../money/coin.ts';
import type { CoinId } from '../money/coin.ts';

/** The only pool that the house may pay from: the others belong to members and the community (decision 0250). */
export const PAYING_POOL = 'operations';

/** What the pool pays, in base units, and the invitation code of the account that gets it. */
export type PoolPayment = { amount: bigint; coin: CoinId; code: string };

/** The value of a proposal: a plain decimal above zero, the coin and the code, with a space between. Whose the code is, the server knows. */
export function parsePoolPayment(value: string): PoolPayment | undefined {
  const [typed = '', coin = '', code = '', ...more] = value.split(' ');
  const amount = parseAmount(typed);
  if (amount === undefined || amount === 0n || !isCoinId(coin)) return undefined;
  return code !== '' && more.length === 0 ? { amount, coin, code } : undefined;
}

export function formatPoolPayment({ amount, coin, code }: PoolPayment): string {
  return `${formatAmount(amount)} ${coin} ${code}`;
}
