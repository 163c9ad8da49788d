import type { Locale } from '@openmere/core/kit/language.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import { displayAmount, displayCompact } from '@openmere/core/money/display.ts';
import type { DisplayParts, DisplayStyle } from '@openmere/core/money/display.ts';

const units: Partial<Record<Locale, readonly string[]>> = {
  'zh-Hans': ['万', '亿'],
  'zh-Hant': ['萬', '億'],
  ja: ['万', '億'],
  ko: ['만', '억'],
};

/** As `Intl.NumberFormat` has them (a test compares): to make one takes a slow phone a tenth of a second at the first figure. */
const COMMA: Pick<DisplayStyle, 'group' | 'decimal'> = { group: '.', decimal: ',' };
const POINT: Pick<DisplayStyle, 'group' | 'decimal'> = { group: ',', decimal: '.' };
const withComma: readonly Locale[] = ['vi', 'es'];

/** Grouping and decimal mark as the locale writes them; large units by rulebook §2. */
export function displayStyle(locale: Locale): DisplayStyle {
  const local = units[locale];
  return {
    ...(withComma.includes(locale) ? COMMA : POINT),
    unitStep: local ? 4 : 3,
    units: local ?? ['K', 'M', 'B'],
  };
}

/** A plain decimal from the server → base units; a minus is allowed for signed records. */
export function baseUnits(plain: string): bigint {
  const negative = plain.startsWith('-');
  const amount = parseAmount(negative ? plain.slice(1) : plain);
  if (amount === undefined) throw new Error(`not an amount: ${plain}`);
  return negative ? -amount : amount;
}

/** Whole and fraction for a big figure: at least 2 and at most `places` decimals, cut, never rounded up. */
export function amountParts(plain: string, locale: Locale, places = 6): DisplayParts {
  return displayAmount(baseUnits(plain), displayStyle(locale), places, 2);
}

export function amountText(plain: string, locale: Locale, places = 6): string {
  const parts = amountParts(plain, locale, places);
  return parts.whole + parts.fraction;
}

export function compactText(plain: string, locale: Locale): string {
  const parts = displayCompact(baseUnits(plain), displayStyle(locale));
  return parts.whole + parts.fraction + parts.unit;
}
