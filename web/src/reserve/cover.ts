import { parseAmount } from '@openmere/core/money/amount.ts';
import type { Published } from './check-own.ts';

export type Coin = Published['coins'][number];

/** What cannot be read counts as nothing held. */
const units = (plain: string): bigint => parseAmount(plain) ?? 0n;

/** What is held of a coin, on chain and in banks. */
export const heldOf = ({ onchain, cold, bank }: Coin): bigint => units(onchain) + units(cold) + units(bank);

/** Is at least as much held as all members have together? */
export const isCovered = (coin: Coin): boolean => heldOf(coin) >= BigInt(coin.sum);
