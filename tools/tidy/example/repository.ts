import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { LOCALES } from '../rules/locales.ts';
import { Tree } from '../tree.ts';

/** A repository for a rule to look at: texts by path. */
export type Files = Readonly<Record<string, string>>;
/** By rule, then by what is wrong. */
export type Examples = Readonly<Record<string, Readonly<Record<string, Files>>>>;

/** The files on disk, because some rules build what they look at. */
export function treeOf(files: Files): Tree {
  const root = mkdtempSync(join(tmpdir(), 'tidy-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return new Tree(root);
}

type Messages = Readonly<Record<string, string>>;

/** The texts of one language. */
export function inLocale(room: string, locale: string, group: string, messages: Messages): Files {
  return { [`${room}/src/locales/${locale}/${group}.json`]: JSON.stringify(messages) };
}

/** The same texts in each of the nine languages. */
export function inAllLocales(room: string, group: string, messages: Messages): Files {
  return Object.assign({}, ...LOCALES.map((locale) => inLocale(room, locale, group, messages))) as Files;
}

/** A file of so many lines. */
export const lines = (count: number): string => 'select 1;\n'.repeat(count);

/** A route table with these rows. */
export const rowsOf = (paths: readonly string[]): string =>
  paths.map((path) => `row('${path.endsWith('/') && path !== '/' ? `${path}user` : path}');`).join('\n');

/** A contract with these calls. */
export const callsOf = (paths: readonly string[]): string =>
  paths.map((path) => `defineCall({ path: '${path}' });`).join('\n');

/** A list of ASVS requirements that names one of them: how far it is, and what is said of it. */
export function asvsOf(state: string, said: string, { rest = 69, counted = 1 } = {}): string {
  const states = ['shown', 'read', 'text', 'outside', 'partly', 'not', 'none'];
  const counts = states.map((one) => (one === 'none' ? rest : one === state ? counted : 0));
  const row = (level: string, of: readonly number[]): string => `| ${[level, ...of].join(' | ')} |`;
  return `${row('L1', counts)}
${row('L2', [0, 0, 0, 0, 0, 0, 183])}
${row('L3', [0, 0, 0, 0, 0, 0, 0])}

- **1.1.1** L1 _${state}_ Something is asked. ${said}
- **9** L1 ${rest} L2 183 _none_ Nothing of the kind.
`;
}
