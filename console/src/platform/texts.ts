import type { Locale } from '@openmere/core/kit/language.ts';
import en from '../locales/en.json';
import zhHans from '../locales/zh-Hans.json';

/** The console speaks English and simplified Chinese. */
export const consoleLocales = ['en', 'zh-Hans'] as const;
export type ConsoleLocale = (typeof consoleLocales)[number];
export type TextKey = keyof typeof en;

const texts: Record<ConsoleLocale, Record<TextKey, string>> = { en, 'zh-Hans': zhHans };
const KEY = 'openmere.console.locale';

export function currentLocale(): Locale & ConsoleLocale {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'en' || chosen === 'zh-Hans') return chosen;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh-Hans' : 'en';
}

/** Changes the language; the page is drawn anew. */
export function chooseLocale(locale: ConsoleLocale): void {
  localStorage.setItem(KEY, locale);
  location.reload();
}

/** The key, when it is one: for words that the server may add before this console knows them. */
export function findTextKey(id: string): TextKey | undefined {
  return id in en ? (id as TextKey) : undefined;
}

/** Text of a key with `{name}` filled in. */
export function t(id: TextKey, values: Record<string, string | number> = {}): string {
  return texts[currentLocale()][id].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
