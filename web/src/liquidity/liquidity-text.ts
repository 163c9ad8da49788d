import type { Locale } from '@openmere/core/kit/language.ts';
import { formatAmount, oneCoin, parseAmount } from '@openmere/core/money/amount.ts';
import { moneyText, placesFor } from '../platform/figure-text.ts';
import { baseUnits } from '../platform/money-text.ts';

const SHARE_DIGITS = 4;
const leastShare = 10n ** 14n;

/** An amount in plain decimal with its coin, cut to six significant figures. */
export function coinText(plain: string, coin: string, locale: Locale): string {
  return moneyText(baseUnits(plain), coin, locale);
}

/** A valuation below one coin is shown with this many figures, but never finer than the places. */
const WORTH_FIGURES = 4;
const WORTH_PLACES = 6;
const PRICE_FIGURES = 6;

/**
 * A valuation in base units rounded to the nearest cent, finer below one: unlike a balance it is nothing that could be had,
 * and 187.49 beside 187.50 only confuses.
 */
export function nearestUnit(amount: bigint): bigint {
  const size = amount < 0n ? -amount : amount;
  const places = size >= oneCoin ? 2 : Math.min(placesFor(amount, WORTH_FIGURES), WORTH_PLACES);
  const unit = 10n ** BigInt(18 - places);
  const near = ((size + unit / 2n) / unit) * unit;
  return amount < 0n ? -near : near;
}

/** What something is worth, rounded to the nearest. */
export function worthText(amount: bigint, coin: string, locale: Locale): string {
  return moneyText(nearestUnit(amount), coin, locale);
}

/** USDT per OPEN: as many figures as the price has, however small. */
export function priceText(priceE18: bigint, locale: Locale): string {
  const unit = 10n ** BigInt(18 - placesFor(priceE18, PRICE_FIGURES));
  return moneyText(((priceE18 + unit / 2n) / unit) * unit, 'USDT', locale);
}

/** A signed valuation: a plus is written, too, so that a gain is no bare number. */
export function signedText(amount: bigint, coin: string, locale: Locale): string {
  const near = nearestUnit(amount);
  return `${near > 0n ? '+' : ''}${moneyText(near, coin, locale)}`;
}

/** Plain decimal for a field: nine figures, cut, so that it can be read. */
export function fieldPlain(amount: bigint): string {
  const unit = 10n ** BigInt(18 - placesFor(amount, 9));
  return formatAmount(amount - (amount % unit));
}

/** What a field stands for: where it reads as all of a balance, it is all of it, to the last unit. */
export function fieldAmount(text: string, all: bigint): bigint | undefined {
  if (text === '') return 0n;
  return text === fieldPlain(all) ? all : parseAmount(text);
}

/** A part of the whole, in 10⁻¹⁸: percent with up to four places, cut; a part too small to see is "< 0.0001 %". */
export function shareText(shareE18: bigint, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: SHARE_DIGITS });
  const percent = shareE18 * 100n;
  if (percent > 0n && percent < leastShare) return `< ${format.format(0.000001)}`;
  // Cut before it becomes a float: a share of 99.99999 % is not the whole pool.
  const cut = percent / leastShare;
  return format.format(Number(cut) / 10 ** SHARE_DIGITS / 100);
}

/** The share of the server's answer, in percent as plain decimal. */
export function percentShareText(plain: string, locale: Locale): string {
  return shareText(baseUnits(plain) / 100n, locale);
}

/** A part as a signed percentage with two places, cut towards zero: "−1.23 %"; nothing of nothing is nothing. */
export function partText(amount: bigint, whole: bigint, locale: Locale): string {
  if (whole <= 0n) return '—';
  const bps = Number((amount * 10_000n) / whole);
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  });
  // The minus of the amounts beside it.
  return format.format(bps / 10_000).replace('-', '−');
}

/** USDT per OPEN in 10⁻¹⁸; undefined in an empty pool. */
export function spotOf(pool: { reserveUsdt: bigint; reserveOpen: bigint }): bigint | undefined {
  return pool.reserveOpen > 0n ? (pool.reserveUsdt * oneCoin) / pool.reserveOpen : undefined;
}
