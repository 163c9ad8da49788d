import type { Locale } from '@openmere/core/kit/language.ts';

/** The name of a language in another one, or in itself, as a title. */
export function languageName(locale: Locale, within: Locale): string {
  const name = new Intl.DisplayNames([within], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(within) + name.slice(1);
}
