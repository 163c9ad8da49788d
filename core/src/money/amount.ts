import { COIN_DECIMALS } from './coin.ts';

/** An amount of a coin in base units (10⁻¹⁸ of the coin). Never negative unless a name says signed. */
export type Amount = bigint;

export const oneCoin: Amount = 10n ** BigInt(COIN_DECIMALS);

const GRAMMAR = /^(0|[1-9]\d{0,30})(?:\.(\d{1,18}))?$/;

/**
 * Reads a plain decimal such as `12.5` into base units, exactly.
 * Undefined for anything else: sign, exponent, grouping, spaces, other digits, more than `maxDecimals` places.
 */
export function parseAmount(text: string, maxDecimals: number = COIN_DECIMALS): Amount | undefined {
  const match = GRAMMAR.exec(text);
  if (!match) return undefined;
  const [, whole = '0', fraction = ''] = match;
  if (fraction.length > maxDecimals) return undefined;
  return BigInt(whole) * oneCoin + BigInt(fraction.padEnd(COIN_DECIMALS, '0'));
}

/** Writes base units as a plain decimal: no grouping, trailing zeros trimmed, `-` for signed amounts below zero. */
export function formatAmount(amount: bigint): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(COIN_DECIMALS + 1, '0');
  const whole = digits.slice(0, -COIN_DECIMALS);
  const fraction = digits.slice(-COIN_DECIMALS).replace(/0+$/, '');
  return fraction ? `${sign}${whole}.${fraction}` : `${sign}${whole}`;
}
