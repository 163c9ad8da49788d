import { locales } from '../kit/language.ts';
import type { Locale } from '../kit/language.ts';
import { Refusal } from '../kit/refusal.ts';
import { parseAmount } from '../money/amount.ts';

/** What a shop may write about one goods, and how many it keeps: when it closes, each leaves the lists. */
export const goodsLimits = {
  goods: 10_000,
  name: 120,
  content: 20_000,
  variant: 60,
  pictures: 9,
  skus: 50,
  stock: 999_999,
  /** Units of the goods' coin. */
  price: '1000000',
  /** Rows of one CSV file, and its bytes. */
  rows: 1_000,
  fileBytes: 512 * 1024,
} as const;

type ByLocale = Partial<Record<Locale, string>>;
export type SkuDraftText = { names: ByLocale; price: string; obl: string };

/** Base units of a price, or of what OBL may pay of it; undefined when it is none that a shop may ask. */
export function readPrice(text: string, isZeroAllowed: boolean): bigint | undefined {
  const price = parseAmount(text);
  const most = parseAmount(goodsLimits.price);
  if (price === undefined || most === undefined || price > most) return undefined;
  return price > 0n || isZeroAllowed ? price : undefined;
}

/** Controls, line ends, what is nobody's character, and what turns the direction of the text around it. */
const STEERING = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\s\u2800]/gu;

/**
 * The name of a goods or a variant as it is kept: one line that changes nothing of what stands beside it, such as a price. Empty when
 * nothing of it is seen.
 */
export function goodsName(text: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[\t\r\n\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(STEERING, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return name.replace(UNSEEN, '') === '' ? '' : name;
}

/**
 * A goods as its shop wrote it. Refusals in order: noname (in no language at all), badprice, bigobl (more than the price), twovariants
 * (the same name in the same language, or no name where there are several).
 */
export function checkGoodsDraft(draft: {
  names: ByLocale;
  skus: readonly SkuDraftText[];
}): Refusal | undefined {
  if (!locales.some((locale) => goodsName(draft.names[locale] ?? '') !== ''))
    return new Refusal('mall.noname');
  for (const { price, obl } of draft.skus) {
    const asked = readPrice(price, false);
    if (asked === undefined) return new Refusal('mall.badprice', { most: goodsLimits.price });
    const part = readPrice(obl, true);
    if (part === undefined || part > asked) return new Refusal('mall.bigobl', { price });
  }
  return hasTwins(draft.skus) ? new Refusal('mall.twovariants') : undefined;
}

function hasTwins(skus: readonly SkuDraftText[]): boolean {
  if (skus.length < 2) return false;
  if (skus.some(({ names }) => Object.values(names).every((name) => goodsName(name) === ''))) return true;
  return locales.some((locale) => {
    const said = skus.flatMap(({ names }) => goodsName(names[locale] ?? '').toLowerCase() || []);
    return new Set(said).size < said.length;
  });
}
