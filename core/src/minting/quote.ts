import { oneCoin } from '../money/amount.ts';

export type PowerQuote = {
  /** What the OPEN is worth, in USDT. Zero: the contract would refuse. */
  readonly value: bigint;
  readonly power: bigint;
  /** Half of the OPEN, the odd unit included, and the other half. */
  readonly burned: bigint;
  readonly toMarket: bigint;
};

/**
 * Minting hash power with `openIn` OPEN at the contract's own price (`HashPowerMint.priceE18`, `POWER_PER_USDT`); value and power
 * rounded down: equal to `HashPowerMint.mint` to the last unit.
 */
export function quotePower(openIn: bigint, priceE18: bigint, powerPerUsdt: bigint): PowerQuote {
  if (openIn <= 0n) return { value: 0n, power: 0n, burned: 0n, toMarket: 0n };
  const value = (openIn * priceE18) / oneCoin;
  const toMarket = openIn / 2n;
  return { value, power: value * powerPerUsdt, burned: openIn - toMarket, toMarket };
}

/** The least OPEN whose value is at least `value`; undefined without a price. */
export function openInFor(value: bigint, priceE18: bigint): bigint | undefined {
  if (priceE18 <= 0n) return undefined;
  return value <= 0n ? 0n : (value * oneCoin + priceE18 - 1n) / priceE18;
}
