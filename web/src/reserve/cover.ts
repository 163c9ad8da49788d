import { parseAmount } from '@openmere/core/money/amount.ts';
import type { Published } from './check-own.ts';

export type Coin = Published['coins'][number];

/** What cannot be read counts as nothing held. */
const units = (plain: string): bigint => parseAmount(plain) ?? 0n;

/** On no chain: each is owed as one USDT, which is set aside for it (rulebook §2). */
export const isPoy = ({ coinid }: Coin): boolean => coinid === 'POY';

/** What is held of a coin, on chain and in banks; for POY, in USDT. */
export const heldOf = (coin: Coin): bigint =>
  isPoy(coin) ? units(coin.setaside) : units(coin.onchain) + units(coin.cold) + units(coin.bank);

/** What is owed to all members together: of USDT with what their POY is redeemed in. */
export const owedOf = (coin: Coin, coins: readonly Coin[]): bigint =>
  BigInt(coin.sum) + (coin.coinid === 'USDT' ? BigInt(coins.find(isPoy)?.sum ?? 0) : 0n);

export const isCovered = (coin: Coin, coins: readonly Coin[]): boolean => heldOf(coin) >= owedOf(coin, coins);
