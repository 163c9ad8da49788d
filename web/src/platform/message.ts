/** A compiled ICU message: a text, or its parts in order. Made at build time by `build/messages-plugin.ts`. */
export type Message = string | readonly MessagePart[];
type MessagePart =
  | string
  | readonly [name: string, kind?: undefined, cases?: undefined]
  | readonly [name: string, kind: 'plural' | 'selectordinal' | 'select', cases: Cases];
/** `offset` stands among the cases of a plural. */
type Cases = Readonly<Record<string, Message | number>>;

export type TextValues = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(locale: string, type: Intl.PluralRuleType): Intl.PluralRules {
  const key = `${locale}/${type}`;
  let known = rules.get(key);
  if (!known) {
    known = new Intl.PluralRules(locale, { type });
    rules.set(key, known);
  }
  return known;
}

/** Own cases only: a value such as "constructor" must not find what every object inherits. */
function caseOf(cases: Cases, ...keys: readonly string[]): Message {
  const key = [...keys, 'other'].find((one) => Object.hasOwn(cases, one));
  const message = key === undefined ? undefined : cases[key];
  return message === undefined || typeof message === 'number' ? '' : message;
}

/**
 * Fills a compiled message: placeholders, plural (exact cases first, `#` is the number in the locale's digits),
 * selectordinal and select. A value that is not given leaves nothing in its place. `hash` is what `#` stands for.
 */
export function formatMessage(message: Message, locale: string, values: TextValues = {}, hash = '#'): string {
  if (typeof message === 'string') return message;
  return message.map((part) => (part === '#' ? hash : formatPart(part, locale, values, hash))).join('');
}

function formatPart(part: MessagePart, locale: string, values: TextValues, hash: string): string {
  if (typeof part === 'string') return part;
  const [name, kind, cases] = part;
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) return '';
  if (kind === undefined) return String(value);
  if (kind === 'select') return formatMessage(caseOf(cases, String(value)), locale, values, hash);
  const counted = Number(value) - Number(cases['offset'] ?? 0);
  const rule = pluralRules(locale, kind === 'plural' ? 'cardinal' : 'ordinal').select(counted);
  const number = new Intl.NumberFormat(locale).format(counted);
  return formatMessage(caseOf(cases, String(value), rule), locale, values, number);
}
