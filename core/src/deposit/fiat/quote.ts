import { Refusal } from '../../kit/refusal.ts';

/** Units of the currency for one USDT (18 decimals), and what is added to it, in bps. */
export type FiatRate = { priceE18: bigint; spreadBps: number };

/** USDT for bank money is counted in millionths: what is shown is what is credited. */
export const fiatStep = 10n ** 12n;
export const FIAT_DECIMALS_MAX = 4;

/**
 * Reads `120.50` into the smallest units of a currency. Undefined for anything but a plain decimal above zero with at most
 * so many places.
 */
export function parseFiat(text: string, decimals: number): bigint | undefined {
  const match = /^(0|[1-9]\d{0,11})(?:\.(\d{1,4}))?$/.exec(text);
  const [, whole = '0', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) return undefined;
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  return minor > 0n ? minor : undefined;
}

/** With all places of the currency: `120.50`. */
export function formatFiat(minor: bigint, decimals: number): string {
  if (decimals === 0) return minor.toString();
  const digits = minor.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What one USDT costs with the spread, rounded up to 18 places: for show. The credit itself is not computed from it. */
export function priceUp({ priceE18, spreadBps }: FiatRate): bigint {
  return (priceE18 * BigInt(10_000 + spreadBps) + 9_999n) / 10_000n;
}

/** USDT in base units for bank money: exact, then down to a millionth, which is all that the member loses. */
export function creditDown(minor: bigint, decimals: number, { priceE18, spreadBps }: FiatRate): bigint {
  const above = minor * 10n ** 36n * 10_000n;
  const below = 10n ** BigInt(decimals) * priceE18 * BigInt(10_000 + spreadBps);
  const exact = above / below;
  return exact - (exact % fiatStep);
}

export type OrderedMoney = {
  /** Smallest units of the currency. */
  amount: bigint;
  decimals: number;
  rate: FiatRate;
  /** The money came after its time. */
  late: boolean;
};

/**
 * What is credited for the money that came. Up to the ordered amount the order's own rate holds; what is beyond it, or came
 * late, goes by the present rate: nobody may wait and see which is better. Undefined where that is needed and there is none.
 */
export function creditOf(
  received: bigint,
  { amount, decimals, rate, late }: OrderedMoney,
  present: FiatRate | undefined,
): bigint | undefined {
  const held = late ? 0n : received < amount ? received : amount;
  const rest = received - held;
  if (rest > 0n && present === undefined) return undefined;
  const atRest = rest > 0n && present ? creditDown(rest, decimals, present) : 0n;
  return (held > 0n ? creditDown(held, decimals, rate) : 0n) + atRest;
}

export type FiatLimits = { least: bigint; most: bigint; dayMost: bigint; dayUsed: bigint };

/** Refusals in order: deposit.fiattoosmall, deposit.fiattoomuch, deposit.fiatday. Base units of USDT; `show` writes an amount. */
export function checkFiatAmount(
  usdt: bigint,
  { least, most, dayMost, dayUsed }: FiatLimits,
  show: (units: bigint) => string,
): Refusal | undefined {
  if (usdt < least) return new Refusal('deposit.fiattoosmall', { least: show(least) });
  if (usdt > most) return new Refusal('deposit.fiattoomuch', { most: show(most) });
  const left = dayMost > dayUsed ? dayMost - dayUsed : 0n;
  return usdt > left ? new Refusal('deposit.fiatday', { left: show(left) }) : undefined;
}

/** Whether a rate may be set by one operator: it differs by at most so much from the one before it. */
export function isSmallStep(before: FiatRate, next: FiatRate, mostBps: number): boolean {
  const [one, other] = [priceUp(before), priceUp(next)];
  const apart = one > other ? one - other : other - one;
  return apart * 10_000n <= one * BigInt(mostBps);
}
