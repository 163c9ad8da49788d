import type { Locale } from '@openmere/core/kit/language.ts';
import { displayAmount } from '@openmere/core/money/display.ts';
import { baseUnits, displayStyle } from '../../platform/money-text.ts';

/** So many digits that count are shown of a price below one; 0.00012345 keeps its last move visible. */
const SIGNIFICANT = 5;
const DECIMALS_MAX = 18;
const THOUSAND = 1000n * 10n ** 18n;
const ONE = 10n ** 18n;

/** Decimals that a price (plain decimal, USDT per OPEN) is shown with: more the smaller it is. */
export function priceDecimals(plain: string): number {
  const price = baseUnits(plain);
  if (price >= THOUSAND || price <= 0n) return 2;
  if (price >= ONE) return 4;
  const zeros = DECIMALS_MAX - price.toString().length;
  return Math.min(zeros + SIGNIFICANT, DECIMALS_MAX);
}

/** A price in the reader's language, cut (never rounded up) to `decimals` places, which are always written out. */
export function priceText(plain: string, locale: Locale, decimals = priceDecimals(plain)): string {
  const parts = displayAmount(baseUnits(plain), displayStyle(locale), decimals, decimals);
  return parts.whole + parts.fraction;
}

/** What follows the number of a percentage: "%" or " %", as the language writes it. */
function percentEnd(locale: Locale): string {
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(1);
  return parts
    .slice(parts.findIndex((part) => part.type === 'integer') + 1)
    .map((part) => part.value)
    .join('');
}

export type Change = { direction: 'up' | 'down' | 'flat'; text: string };

/** A change in percent (signed plain decimal) → its direction, and its size with two places, without a sign. */
export function changeOf(percent: string, locale: Locale): Change {
  const size = displayAmount(baseUnits(percent.replace('-', '')), displayStyle(locale), 2, 2);
  const text = size.whole + size.fraction + percentEnd(locale);
  const isZero = /^0\D00$/.test(size.whole + size.fraction);
  return { direction: isZero ? 'flat' : percent.startsWith('-') ? 'down' : 'up', text };
}

/** Change from one price to another in percent, two places, cut towards zero; undefined from a price of zero. */
export function changeBetween(from: string, to: string): string | undefined {
  const start = baseUnits(from);
  if (start === 0n) return undefined;
  const hundredths = ((baseUnits(to) - start) * 10_000n) / start;
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0');
  return `${hundredths < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
