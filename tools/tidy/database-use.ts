/** What each process asks of the database, read out of its code: the code that its entry point reaches, and no more. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Letters of a right: select, insert, update, delete. */
export type Verb = 's' | 'i' | 'u' | 'd';
/** Table (or `ledger.function()`) → what is done to it. */
export type Use = ReadonlyMap<string, ReadonlySet<Verb | 'x'>>;

/** Bundles an entry point, so that functions that nothing reaches fall away, and answers its text without comments. */
async function bundle(root: string, entry: string): Promise<string> {
  const build = await rolldown({
    input: join(root, entry),
    platform: 'node',
    external: (id) => !/^[./]|^@openmere\//.test(id),
    treeshake: { moduleSideEffects: false },
    logLevel: 'silent',
  });
  const { output } = await build.generate({ format: 'esm', comments: false });
  await build.close();
  return output.map((one) => ('code' in one ? one.code : '')).join('\n');
}

/** From a name in the query builder's call to the end of the statement. */
const chain = (call: string, table: string, then: string): string =>
  `${call}\\(\\s*\\[?\\s*["'\`]${table}(?: as \\w+)?["'\`][^;]*?${then}`;
const called = (calls: string, table: string): string =>
  `\\.(?:${calls})\\(\\s*\\[?\\s*["'\`]${table}(?: as \\w+)?["'\`]`;

function findVerbs(code: string, table: string): Set<Verb> {
  const name = table.replace('.', '\\.');
  const has = (...patterns: string[]): boolean =>
    patterns.some((pattern) => new RegExp(pattern, 'i').test(code));
  const verbs = new Set<Verb>();
  const reads =
    'selectFrom|from|using|innerJoin|leftJoin|rightJoin|fullJoin|innerJoinLateral|leftJoinLateral';
  if (has(called(reads, name), `\\b(?:from|join|using)\\s+(?:only\\s+)?${name}\\b(?!\\()`)) verbs.add('s');
  if (has(called('insertInto', name), `\\binsert\\s+into\\s+${name}\\b`)) verbs.add('i');
  if (
    has(
      called('updateTable', name),
      `\\bupdate\\s+${name}\\b`,
      `\\binsert\\s+into\\s+${name}\\b[^;\`]*?\\bdo\\s+update\\b`,
      `\\b(?:from|join)\\s+${name}\\b[^;\`]*?\\bfor\\s+(?:no\\s+key\\s+)?update\\b`,
      chain('insertInto', name, 'doUpdateSet\\('),
      chain('selectFrom', name, '\\.for(?:Update|NoKeyUpdate)\\('),
    )
  )
    verbs.add('u');
  if (has(called('deleteFrom', name), `\\bdelete\\s+from\\s+${name}\\b`)) verbs.add('d');
  // Conditions, `returning` and the target of `on conflict` read as well.
  const readsBack = [
    `\\binsert\\s+into\\s+${name}\\b[^;\`]*?\\b(?:on\\s+conflict\\s*\\(|returning)`,
    chain('insertInto', name, '\\.(?:onConflict|returning)'),
  ];
  if (verbs.has('u') || verbs.has('d') || has(...readsBack)) verbs.add('s');
  return verbs;
}

/** What the code behind `entry` does with `tables` and with the functions named `ledger.…()`. */
export async function findDatabaseUse(
  root: string,
  entry: string,
  tables: readonly string[],
  functions: readonly string[],
): Promise<Use> {
  const code = await bundle(root, entry);
  const use = new Map<string, Set<Verb | 'x'>>();
  for (const table of tables) {
    const verbs = findVerbs(code, table);
    if (verbs.size > 0) use.set(table, verbs);
  }
  for (const name of functions) {
    if (new RegExp(`\\b${name.replace('.', '\\.')}\\(`).test(code)) use.set(name, new Set(['x']));
  }
  return use;
}
