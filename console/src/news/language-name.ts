import { locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';

/** English first: what is written before the others are translated from it. */
export const writingOrder: readonly Locale[] = ['en', ...locales.filter((one) => one !== 'en')];

/** A language by its own name. */
export const languageName = (locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
