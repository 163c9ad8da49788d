import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setupI18n } from '@lingui/core';
import type { I18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { DEFAULT_LOCALE, FALLBACK_LOCALE, locales } from '@openmere/core/kit/language.ts';
import type { Locale } from '@openmere/core/kit/language.ts';

const FOLDERS = [
  fileURLToPath(new URL('../locales/', import.meta.resolve('@openmere/core/kit/call.ts'))),
  fileURLToPath(new URL('../locales/', import.meta.url)),
];

type Compiled = ReturnType<typeof compileMessage>;

let catalogues: Map<Locale, { i18n: I18n; keys: ReadonlySet<string> }> | undefined;

/** All texts of core and server, read and compiled once. */
function loadAll(): NonNullable<typeof catalogues> {
  return new Map(
    locales.map((locale) => {
      const messages: Record<string, Compiled> = {};
      for (const file of filesOf(locale)) {
        const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
        for (const [key, text] of Object.entries(texts)) messages[key] = compileMessage(text);
      }
      const i18n = setupI18n({ locale, messages: { [locale]: messages } });
      return [locale, { i18n, keys: new Set(Object.keys(messages)) }] as const;
    }),
  );
}

function filesOf(locale: Locale): string[] {
  return FOLDERS.flatMap((folder) => {
    const own = join(folder, locale);
    try {
      return readdirSync(own)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(own, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

/**
 * The text of a key in the asked language, else in English, else in traditional Chinese, else the key itself.
 * Parameters are put in as they are: amounts and times by readableParams.
 */
export function translate(locale: Locale, key: string, params: Record<string, string | number> = {}): string {
  catalogues ??= loadAll();
  for (const language of [locale, DEFAULT_LOCALE, FALLBACK_LOCALE]) {
    const catalogue = catalogues.get(language);
    if (catalogue?.keys.has(key)) return catalogue.i18n._(key, params);
  }
  return key;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** What holds an amount of a coin, by its name: digits under another name may be a code or a serial number. */
const AMOUNT_NAMES: ReadonlySet<string> = new Set([
  'amount',
  'available',
  'below',
  'fee',
  'held',
  'largest',
  'least',
  'minimum',
  'missing',
  'most',
  'needed',
  'price',
  'received',
  'shortfall',
  'total',
]);
const PLAIN_AMOUNT = /^\d{1,30}(\.\d{1,18})?$/;

/**
 * Parameters as people read them: amounts with the language's decimal mark and groups, as the app writes them; times in the
 * language's own form, in UTC, since the reader's zone is not known here.
 */
export function readableParams(
  locale: Locale,
  params: Record<string, string | number>,
): Record<string, string | number> {
  return withTimes(withAmounts(locale, params), (iso) => `${timeText(locale, iso)} UTC`);
}

function withAmounts(
  locale: Locale,
  params: Record<string, string | number>,
): Record<string, string | number> {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 18, useGrouping: 'always' });
  const shown = Object.entries(params).map(([name, value]) =>
    typeof value === 'string' && AMOUNT_NAMES.has(name) && PLAIN_AMOUNT.test(value)
      ? [name, format.format(value as `${number}`)]
      : [name, value],
  );
  return Object.fromEntries(shown) as Record<string, string | number>;
}

/** The same for texts that say themselves that it is UTC, as the mails do. */
export function readableTimes(
  locale: Locale,
  params: Record<string, string | number>,
): Record<string, string | number> {
  return withTimes(withAmounts(locale, params), (iso) => timeText(locale, iso));
}

function withTimes(
  params: Record<string, string | number>,
  show: (iso: string) => string,
): Record<string, string | number> {
  const shown = Object.entries(params).map(([name, value]) =>
    typeof value === 'string' && isTime(value) ? [name, show(value)] : [name, value],
  );
  return Object.fromEntries(shown) as Record<string, string | number>;
}

/** A browser or a shop may be called what only looks like a time (`2026-99-99T99:99:99Z`): that stays the text that it is. */
function isTime(text: string): boolean {
  return ISO_TIME.test(text) && !Number.isNaN(Date.parse(text));
}

function timeText(locale: Locale, iso: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return format.format(new Date(iso));
}

/** Whether a text stands in the language itself, without falling back. */
export function hasText(locale: Locale, key: string): boolean {
  catalogues ??= loadAll();
  return catalogues.get(locale)?.keys.has(key) ?? false;
}

/** All keys under a prefix in any language, for lists of names such as the states of records. */
export function keysUnder(prefix: string): string[] {
  catalogues ??= loadAll();
  const all = [...catalogues.values()].flatMap(({ keys }) => [...keys]);
  return [...new Set(all)].filter((key) => key.startsWith(prefix)).sort();
}
