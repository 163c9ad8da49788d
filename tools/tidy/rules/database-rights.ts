import { findDatabaseUse } from '../database-use.ts';
import { lineAt } from '../tree.ts';
import type { Finding, Rule, Tree } from '../tree.ts';

const RIGHTS = 'server/src/migrations/rights.sql';
const PROCESSES = ['api', 'indexer', 'settler', 'signer'] as const;
type Row = { name: string; line: number; cells: readonly string[] };

/** Rows `('table', 'api', 'indexer', 'settler', 'signer', 'readonly')`. */
function listTables(text: string): Row[] {
  return [...text.matchAll(/^ {2}\('([a-z_.]+)',((?:\s*'[^']*',?){5})\)/gm)].map((match) => ({
    name: match[1] ?? '',
    line: lineAt(text, match.index),
    cells: [...(match[2] ?? '').matchAll(/'([^']*)'/g)].map((one) => (one[1] ?? '').replace(/\(.*\)/, '')),
  }));
}

/** Rows `('ledger.function', '{api,indexer}')`, in the shape of the others. */
function listFunctions(text: string): Row[] {
  return [...text.matchAll(/^ {2}\('(ledger\.[a-z_]+)',\s*'\{([a-z,]*)\}'\)/gm)].map((match) => ({
    name: match[1] ?? '',
    line: lineAt(text, match.index),
    cells: PROCESSES.map((process) => ((match[2] ?? '').split(',').includes(process) ? 'x' : '')),
  }));
}

function listMade(tree: Tree): { name: string; path: string; line: number }[] {
  const dropped = new Set<string>();
  const made = tree.files
    .filter((file) => /^server\/src\/migrations\/\d{4}-[^/]+\.sql$/.test(file.path))
    .flatMap((file) => {
      for (const [, name = ''] of file.text.matchAll(/^\s*drop table (?:if exists )?([a-z_.]+)/gm))
        dropped.add(name);
      return [...file.text.matchAll(/^create (?:unlogged )?table (?:if not exists )?([a-z_.]+)/gm)].map(
        (match) => ({
          name: match[1] ?? '',
          path: file.path,
          line: lineAt(file.text, match.index),
        }),
      );
    });
  return made.filter(({ name }) => !dropped.has(name));
}

async function compareUse(tree: Tree, tables: readonly Row[], functions: readonly Row[]): Promise<Finding[]> {
  const found: Finding[] = [];
  const [names, calls] = [tables.map((row) => row.name), functions.map((row) => row.name)];
  for (const [index, process] of PROCESSES.entries()) {
    const entry = `server/src/app/${process}.ts`;
    if (!tree.has(entry)) continue;
    const use = await findDatabaseUse(tree.root, entry, names, calls);
    for (const { name, line, cells } of [...tables, ...functions]) {
      const asked = [...(use.get(name) ?? [])];
      const given: readonly string[] = (cells[index] ?? '').match(/[siudx]/g) ?? [];
      const lacks = asked.filter((verb) => !given.includes(verb)).join('');
      const unused = given.filter((verb) => !asked.some((one) => one === verb)).join('');
      // Read-only functions of the ledger stand in CHECKs, too.
      if (lacks) found.push({ path: RIGHTS, line, message: `the ${process} lacks ${lacks} on ${name}` });
      if (unused && !name.startsWith('ledger.'))
        found.push({ path: RIGHTS, line, message: `the ${process} does not use ${unused} on ${name}` });
    }
  }
  return found;
}

export const databaseRights: Rule = {
  name: 'database-rights',
  about:
    'Each table stands in rights.sql once, and each process has the rights that its code uses, no more and no less.',
  check: async (tree) => {
    const made = listMade(tree);
    const text = tree.read(RIGHTS);
    if (text === undefined) return [];
    const tables = listTables(text);
    const listed = tables.map((row) => row.name);
    const unlisted = made
      .filter(({ name }) => !listed.includes(name))
      .map(({ name, path, line }) => ({
        path,
        line,
        message: `${name} has no row in ${RIGHTS}: which process may what?`,
      }));
    const twice = tables
      .filter(({ name }, index) => listed.indexOf(name) !== index)
      .map(({ name, line }) => ({ path: RIGHTS, line, message: `${name} stands twice` }));
    return [...unlisted, ...twice, ...(await compareUse(tree, tables, listFunctions(text)))];
  },
};
