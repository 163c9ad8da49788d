/** The nine languages by their wire index (specification §1). */
export const locales = ['zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es'] as const;
export type Locale = (typeof locales)[number];

export const DEFAULT_LOCALE: Locale = 'en';
export const FALLBACK_LOCALE: Locale = 'zh-Hant';

/** Header `Lang` → locale; anything unknown is English. */
export function localeOfIndex(index: string | undefined): Locale {
  return (
    (index !== undefined && /^[0-8]$/.test(index) ? locales[Number(index)] : undefined) ?? DEFAULT_LOCALE
  );
}

export function indexOfLocale(locale: Locale): number {
  return locales.indexOf(locale);
}
