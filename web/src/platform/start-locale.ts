import { DEFAULT_LOCALE, locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import { readStored } from './storage.ts';

/** What the member chose, else the best match of the browser's languages, else English. */
export function startLocale(): Locale {
  const chosen = locales.find((locale) => locale === readStored('general.locale'));
  if (chosen) return chosen;
  for (const tag of navigator.languages) {
    const match = localeOfTag(tag);
    if (match) return match;
  }
  return DEFAULT_LOCALE;
}

/** BCP 47 tag → one of the nine, by language and (for Chinese) script or region. */
export function localeOfTag(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  if (language === 'zh') return /-(hant|tw|hk|mo)\b/i.test(tag) ? 'zh-Hant' : 'zh-Hans';
  return locales.find((locale) => locale === language);
}
