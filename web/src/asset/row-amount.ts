import type { Locale } from '@openmere/core/kit/language.ts';
import { amountText } from '../platform/money-text.ts';

const FIGURES = 6;

/** A balance in a row: six figures, cut, with two decimals at least, so that the coin's name has room at 320 px. */
export function rowAmount(plain: string, locale: Locale): string {
  const whole = plain.split('.')[0] ?? '';
  return amountText(plain, locale, Math.max(2, FIGURES - (whole === '0' ? 0 : whole.length)));
}
