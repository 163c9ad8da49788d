import { setupI18n, type Messages } from '@lingui/core';
import { defaultLocale, fallbackLocale, type Locale, locales } from '@openmere/core/kit/language.ts';
import { useSyncExternalStore } from 'react';
import { readSetting, writeSetting } from './storage.ts';
import type { TextGroup, Texts } from './texts.ts';

type MessageModule = { messages: Record<string, unknown> };
const files = import.meta.glob<MessageModule>('../locales/*/*.json');
const errorFiles = import.meta.glob<MessageModule>('../../../core/src/locales/*/*.json');

const i18n = setupI18n({ locale: startLocale(), messages: {} });
const loaded = new Map<string, Promise<void>>();
const wantedGroups = new Set<string>();
const listeners = new Set<() => void>();

/** What the member chose, else the best match of the browser's languages, else English. */
function startLocale(): Locale {
  const chosen = readSetting('locale');
  if ((locales as readonly string[]).includes(chosen ?? '')) return chosen as Locale;
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

function fileOf(locale: Locale, group: string) {
  return group.startsWith('error:')
    ? errorFiles[`../../../core/src/locales/${locale}/${group.slice(6)}.json`]
    : files[`../locales/${locale}/${group}.json`];
}

async function loadFile(locale: Locale, group: string): Promise<void> {
  const file = fileOf(locale, group) ?? fileOf(fallbackLocale, group) ?? fileOf(defaultLocale, group);
  if (!file) return;
  const { messages } = await file();
  const prefix = group.startsWith('error:') ? '' : `${group}.`;
  const entries = Object.entries(messages).map(([key, message]) => [prefix + key, message]);
  i18n.load(locale, Object.fromEntries(entries) as Messages);
}

/** Loads text groups of the current language, once; `error:<domain>` are the refusal texts of core. */
export function loadTexts(groups: readonly string[], locale: Locale = currentLocale()): Promise<void> {
  const tasks = groups.map((group) => {
    wantedGroups.add(group);
    const key = `${locale}/${group}`;
    let task = loaded.get(key);
    if (!task) {
      task = loadFile(locale, group);
      task.catch(() => loaded.delete(key));
      loaded.set(key, task);
    }
    return task;
  });
  return Promise.all(tasks).then(() => undefined);
}

export function currentLocale(): Locale {
  return i18n.locale as Locale;
}

/** Switches at once: every group in use is loaded first, then all texts change in one render. */
export async function switchLocale(locale: Locale): Promise<void> {
  await loadTexts([...wantedGroups], locale);
  i18n.activate(locale);
  writeSetting('locale', locale);
  applyDocumentLanguage();
  for (const listener of listeners) listener();
}

export function applyDocumentLanguage(): void {
  document.documentElement.lang = currentLocale();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLocale(): Locale {
  return useSyncExternalStore(subscribe, currentLocale);
}

export type TextValues = Record<string, string | number>;

/** Translates a full id (`group.key` or a refusal code); undefined when the text is not loaded. */
export function findText(id: string, values?: TextValues): string | undefined {
  const text = i18n._(id, values);
  return text === id ? undefined : text;
}

/** Texts of one group: `const t = useTexts('login'); t('title')`. Keys are checked against the English file. */
export function useTexts<G extends TextGroup>(
  group: G,
): (key: keyof Texts[G] & string, values?: TextValues) => string {
  useLocale();
  return (key, values) => i18n._(`${group}.${key}`, values);
}
