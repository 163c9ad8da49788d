import type { Locale } from '@openmere/core/kit/language.ts';
import type { Message } from './message.ts';
import { readTexts } from './text-source.ts';

const fetched = new Map<string, Promise<Record<string, Message>>>();

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
