import type { Locale } from '@openmere/core/kit/language.ts';
import type { Message } from './message.ts';

type TextFile = { messages: Record<string, Message> };
const files = import.meta.glob<TextFile>('../locales/*/*.json');
const errorFiles = import.meta.glob<TextFile>('../../../core/src/locales/*/*.json');

/**
 * Texts of one group, from the source files: development and tests. A build takes `served-texts.ts` in its stead
 * (`build/messages-plugin.ts`). `error:<domain>` are the refusal texts of core.
 */
export async function readTexts(locale: Locale, group: string): Promise<Record<string, Message>> {
  const file = group.startsWith('error:')
    ? errorFiles[`../../../core/src/locales/${locale}/${group.slice(6)}.json`]
    : files[`../locales/${locale}/${group}.json`];
  return file ? (await file()).messages : {};
}
