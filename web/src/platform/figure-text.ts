import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { COIN_DECIMALS } from '@openmere/core/money/coin.ts';
import { amountText, displayStyle } from './money-text.ts';

/** Significant figures of a price or a quoted amount: enough to see it move, few enough to read. */
const FIGURES = 6;
const PLACES_MIN = 2;

/** Decimals that show `digits` significant figures of an amount in base units: 2 at least, 18 at most. */
export function placesFor(amount: bigint, digits = FIGURES): number {
  const text = (amount < 0n ? -amount : amount).toString();
  const wholeDigits = text.length - COIN_DECIMALS;
  return Math.min(COIN_DECIMALS, Math.max(PLACES_MIN, digits - wholeDigits));
}

/** An amount in base units as the reader writes it, cut to six significant figures, with its coin. */
export function moneyText(amount: bigint, coin: string, locale: Locale): string {
  return `${amountText(formatAmount(amount), locale, placesFor(amount))} ${coin}`;
}

/** As `moneyText`, rounded up at the last figure shown: for what is paid or lost. */
export function moneyTextUp(amount: bigint, coin: string, locale: Locale): string {
  const unit = 10n ** BigInt(COIN_DECIMALS - placesFor(amount));
  return moneyText(((amount + unit - 1n) / unit) * unit, coin, locale);
}

/** Basis points as a percentage, two decimals at most. */
export function percentText(bps: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000);
}

/** "0.5" → 50; undefined for anything else than a percentage with two decimals at most. Point or comma. */
export function parsePercentBps(text: string): number | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{0,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** 50 → "0.5", with the reader's decimal mark: the text of a field. */
export function bpsField(bps: number, locale: Locale): string {
  return String(bps / 100).replace('.', displayStyle(locale).decimal);
}
