import { defaultLocale, type Locale, locales } from '@openmere/core/kit/language.ts';
import type { Message } from './message.ts';
import { readStored } from './storage.ts';
import { readTexts } from './text-source.ts';

const fetched = new Map<string, Promise<Record<string, Message>>>();

/** What the member chose, else the best match of the browser's languages, else English. */
export function startLocale(): Locale {
  const chosen = locales.find((locale) => locale === readStored('general.locale'));
  if (chosen) return chosen;
  for (const tag of navigator.languages) {
    const match = localeOfTag(tag);
    if (match) return match;
  }
  return defaultLocale;
}

/** BCP 47 tag → one of the nine, by language and (for Chinese) script or region. */
export function localeOfTag(tag: string): Locale | undefined {
  const [language = '', ...rest] = tag.toLowerCase().split('-');
  if (language === 'zh') {
    return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-Hant' : 'zh-Hans';
  }
  return locales.find((locale) => locale === language);
}

/** Texts of one group by their keys, fetched once; a failed fetch is forgotten, so that the next asks again. */
export function fetchTexts(locale: Locale, group: string): Promise<Record<string, Message>> {
  const key = `${locale}/${group}`;
  let texts = fetched.get(key);
  if (!texts) {
    texts = readTexts(locale, group);
    texts.catch(() => fetched.delete(key));
    fetched.set(key, texts);
  }
  return texts;
}
