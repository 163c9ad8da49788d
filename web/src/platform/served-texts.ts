import type { Locale } from '@openmere/core/kit/language.ts';
import type { Message } from './message.ts';

/** Set by `build/messages-plugin.ts`: one hash of all texts, part of every file's name. */
const hash = String(import.meta.env.TEXTS_HASH);

/** Texts of one group, as a build serves them. Rejects when the file cannot be fetched; trying again may help, but not after 404 (the error's `cause`): another build is on the server. */
export async function readTexts(locale: Locale, group: string): Promise<Record<string, Message>> {
  const name = `${locale}.${group.replace(':', '.')}-${hash}.json`;
  const response = await fetch(`${import.meta.env.BASE_URL}assets/${name}`);
  if (!response.ok) throw new Error(`${name} answers ${response.status}`, { cause: response.status });
  return (await response.json()) as Record<string, Message>;
}
