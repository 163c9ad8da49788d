import type { Locale } from '@openmere/core/kit/language.ts';
import { keysUnder, translate } from '../platform/text.ts';

const PREFIX = 'setting.enum.';

/** The state words of every record with their names: `{ deposit: { seen: 'Confirming', … }, … }`. */
export function getEnum(locale: Locale): Record<string, Record<string, string>> {
  const groups: Record<string, Record<string, string>> = {};
  for (const key of keysUnder(PREFIX)) {
    const [group = '', word = ''] = key.slice(PREFIX.length).split('.');
    (groups[group] ??= {})[word] = translate(locale, key);
  }
  return groups;
}
