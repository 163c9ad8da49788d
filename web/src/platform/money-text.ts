import type { Locale } from '@openmere/core/kit/language.ts';
import { parseAmount } from '@openmere/core/money/amount.ts';
import {
  displayAmount,
  displayCompact,
  type DisplayParts,
  type DisplayStyle,
} from '@openmere/core/money/display.ts';

const units: Partial<Record<Locale, readonly string[]>> = {
  'zh-Hans': ['万', '亿'],
  'zh-Hant': ['萬', '億'],
  ja: ['万', '億'],
  ko: ['만', '억'],
};

const styles = new Map<Locale, DisplayStyle>();

/** Grouping and decimal mark as the locale writes them; large units by rulebook §2. */
export function displayStyle(locale: Locale): DisplayStyle {
  let style = styles.get(locale);
  if (!style) {
    const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(1_234_567.5);
    const local = units[locale];
    style = {
      group: parts.find((part) => part.type === 'group')?.value ?? ',',
      decimal: parts.find((part) => part.type === 'decimal')?.value ?? '.',
      unitStep: local ? 4 : 3,
      units: local ?? ['K', 'M', 'B'],
    };
    styles.set(locale, style);
  }
  return style;
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
