import { DEFAULT_LOCALE, FALLBACK_LOCALE, locales } from './language.ts';
import type { Locale } from './language.ts';

/** Texts by language; at least one is there. */
export type Texts = Partial<Record<Locale, string>>;

/** In which order the languages of a text are tried: the asked one, English, Traditional Chinese, then the others. */
export function languageOrder(asked: Locale): readonly Locale[] {
  return [...new Set([asked, DEFAULT_LOCALE, FALLBACK_LOCALE, ...locales])];
}

/** The text in the asked language, or in the next one that is there; '' when there is none at all. */
export function textIn(texts: Texts, asked: Locale): string {
  for (const locale of languageOrder(asked)) {
    const text = texts[locale];
    if (text !== undefined && text !== '') return text;
  }
  return '';
}
