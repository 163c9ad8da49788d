import { createHash } from 'node:crypto';
import { locales } from '@openmere/core/kit/language.ts';
import type { Texts } from '@openmere/core/kit/texts.ts';

/** Names exactly these texts: a draft that was changed since it was proposed is another one. */
export function hashDraft(texts: Texts): string {
  const all = locales.map((locale) => [locale, texts[locale] ?? '']);
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
