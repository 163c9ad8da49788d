import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Finding, Rule, Tree } from '../tree.ts';

export const LOCALES = ['zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es'] as const;
const REFERENCE = 'en';
const SHOWN_KEYS = 8;
/** Every language of the members' app; the console speaks two. */
const FOLDERS: readonly (readonly [folder: string, locales: readonly string[]])[] = [
  ['core/src/locales', LOCALES],
  ['server/src/locales', LOCALES],
  ['web/src/locales', LOCALES],
  ['console/src/locales', ['zh-Hans', 'en']],
];

export type Messages = Record<string, string>;

/** The messages of one file, nested groups joined by dots. */
export function readMessages(tree: Tree, path: string): Messages {
  const flatten = (value: unknown, prefix: string): [string, string][] => {
    if (typeof value === 'string') return [[prefix, value]];
    if (typeof value !== 'object' || value === null) return [[prefix, '']];
    return Object.entries(value).flatMap(([key, below]) =>
      flatten(below, prefix === '' ? key : `${prefix}.${key}`),
    );
  };
  const text = tree.read(path);
  return text === undefined ? {} : Object.fromEntries(flatten(JSON.parse(text), ''));
}

/** Collects the names in a compiled message: texts and `#` are strings, placeholders are arrays with their name first. */
function collect(message: unknown, names: Set<string>): void {
  if (!Array.isArray(message)) return;
  for (const part of message as unknown[]) {
    if (!Array.isArray(part)) continue;
    const [name, , options] = part as unknown[];
    names.add(String(name));
    // Plural and select: a message for each case.
    if (typeof options === 'object' && options !== null) {
      for (const below of Object.values(options)) collect(below, names);
    }
  }
}

/** Names of the placeholders of a message, also those inside plural and select. */
function listPlaceholders(message: string): string {
  const names = new Set<string>();
  collect(compileMessage(message), names);
  return [...names].toSorted().join(' ');
}

/** One line for any number of keys. */
function name(keys: readonly string[], what: string): string[] {
  if (keys.length === 0) return [];
  const shown = keys.slice(0, SHOWN_KEYS).join(', ');
  const rest = keys.length > SHOWN_KEYS ? ` and ${keys.length - SHOWN_KEYS} more` : '';
  return [`${shown}${rest}: ${what}`];
}

function compareFile(tree: Tree, folder: string, locale: string, file: string): Finding[] {
  const path = `${folder}/${locale}/${file}`;
  const at = (message: string): Finding => ({ path, line: 1, message });
  if (!tree.has(path)) return [at('this file is missing in this language')];
  const wanted = readMessages(tree, `${folder}/${REFERENCE}/${file}`);
  const given = readMessages(tree, path);
  const missing = Object.keys(wanted).filter((key) => !(key in given));
  const extra = Object.keys(given).filter((key) => !(key in wanted));
  const empty = Object.keys(given).filter((key) => given[key]?.trim() === '');
  const different = Object.keys(wanted).filter(
    (key) => key in given && listPlaceholders(wanted[key] ?? '') !== listPlaceholders(given[key] ?? ''),
  );
  return [
    ...name(missing, 'missing').map(at),
    ...name(extra, `not in ${REFERENCE}`).map(at),
    ...empty.map((key) => at(`${key} is empty`)),
    ...different.map((key) => at(`${key} has other placeholders than in ${REFERENCE}`)),
  ];
}

/** Every message file of the house, by folder and language. */
export function listMessageFiles(tree: Tree): { path: string; locale: string }[] {
  return FOLDERS.flatMap(([folder, locales]) =>
    locales.flatMap((locale) =>
      tree
        .list(`${folder}/${locale}`)
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ path: `${folder}/${locale}/${name}`, locale })),
    ),
  );
}

export const locales: Rule = {
  name: 'locales',
  about: 'Nine locales with the same keys and placeholders.',
  check: (tree) =>
    FOLDERS.filter(([folder]) => tree.has(folder)).flatMap(([folder, wanted]) => {
      const files = new Set(wanted.flatMap((locale) => tree.list(`${folder}/${locale}`)));
      return [...files].flatMap((file) =>
        wanted.flatMap((locale) => compareFile(tree, folder, locale, file)),
      );
    }),
};
