import type { Locale } from '@openmere/core/kit/language.ts';
import { useSyncExternalStore } from 'react';
import { formatMessage } from './message.ts';
import type { Message, TextValues } from './message.ts';
import { startLocale } from './start-locale.ts';
import { writeStored } from './storage.ts';
import { fetchTexts } from './text-files.ts';
import type { LoadedGroup, TextGroup, Texts, TitleKey } from './texts.ts';

let current = startLocale();
/** Messages of each language by their full ids: `group.key`, or the code of a refusal. */
const catalogs = new Map<Locale, Map<string, Message>>();
const loaded = new Map<string, Promise<void>>();
const wantedGroups = new Set<LoadedGroup>();
const listeners = new Set<() => void>();

async function loadGroup(locale: Locale, group: string): Promise<void> {
  const messages = await fetchTexts(locale, group);
  const prefix = group.startsWith('error:') ? '' : `${group}.`;
  const catalog = catalogs.get(locale) ?? new Map<string, Message>();
  for (const [key, message] of Object.entries(messages)) catalog.set(prefix + key, message);
  catalogs.set(locale, catalog);
}

/** Loads text groups of the current language, once; `error:<domain>` are the refusal texts of core. */
export function loadTexts(groups: readonly LoadedGroup[], locale: Locale = currentLocale()): Promise<void> {
  const tasks = groups.map((group) => {
    wantedGroups.add(group);
    const key = `${locale}/${group}`;
    let task = loaded.get(key);
    if (!task) {
      task = loadGroup(locale, group);
      task.catch(() => loaded.delete(key));
      loaded.set(key, task);
    }
    return task;
  });
  return Promise.all(tasks).then(() => undefined);
}

export function currentLocale(): Locale {
  return current;
}

/** Switches at once: every group in use is loaded first, then all texts change in one render. */
export async function switchLocale(locale: Locale): Promise<void> {
  await loadTexts([...wantedGroups], locale);
  current = locale;
  writeStored('general.locale', locale);
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

/** Translates a full id (`group.key` or a refusal code); undefined when the text is not loaded. */
export function findText(id: string, values?: TextValues): string | undefined {
  const message = catalogs.get(current)?.get(id);
  return message === undefined ? undefined : formatMessage(message, current, values);
}

/** Texts of one group: `const t = useTexts('login'); t('title')`. Keys are checked against the English file. */
export function useTexts<G extends TextGroup>(
  group: G,
): (key: keyof Texts[G] & string, values?: TextValues) => string {
  useLocale();
  return (key, values) => findText(`${group}.${key}`, values) ?? `${group}.${key}`;
}

const titleId = (key: TitleKey): string => (key.includes('.') ? key : `app.${key}`);

/** The names of pages; empty while the page's own texts are on their way. */
export function useTitle(): (key: TitleKey) => string {
  useLocale();
  return (key) => findText(titleId(key)) ?? '';
}
