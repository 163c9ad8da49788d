import { parse, visit } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { crossReads, tableOwners } from '../table-owners.ts';
import { isTest, lineAt, locate } from '../tree.ts';
import type { Finding, Rule, Source, Tree } from '../tree.ts';

const LIST = 'tools/tidy/table-owners.ts';
const RIGHTS = 'server/src/migrations/rights.sql';
const STORE = /(^|\/)([\w-]+-)?store\.ts$/;
/** Its SQL is its own, wherever it stands. */
const GROUND = new Set(['ledger', 'platform']);
/** Not on the server's way: installation, tests, the development chain. */
const LEFT_OUT = new Set(['migrations', 'locales', 'test', 'development-chain']);
const BUILDERS =
  /^(selectFrom|from|using|insertInto|updateTable|deleteFrom|(inner|left|right|full|cross)Join(Lateral)?)$/;
const STARTS = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/;
const IN_TEXT = /\b(?:from|join|into|update|using)\s+(?:only\s+)?((?:ledger\.)?[a-z_]+)\b(?!\s*\()/gi;

type Use = { table: string; position: number; starts: boolean };

function textOf(node: Node, text: string): string {
  return text.slice(node.start, node.end);
}

function namesIn(node: Node | undefined, text: string): string[] {
  return node === undefined
    ? []
    : [...textOf(node, text).matchAll(/['"`]([a-z_.]+)(?: as \w+)?['"`]/g)].map((match) => match[1] ?? '');
}

/** What a file says to the database: calls of the query builder, and texts of `sql`. */
function listUses(file: Source): Use[] {
  const uses: Use[] = [];
  visit(parse(file.path, file.text), (node) => {
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as Node;
      const property = callee['property'] as Node | undefined;
      const name = property ? textOf(property, file.text) : '';
      const [first] = node['arguments'] as Node[];
      if (!BUILDERS.test(name)) return;
      for (const table of namesIn(first, file.text))
        uses.push({ table, position: node.start, starts: STARTS.test(name) });
    }
    if (
      node.type === 'TaggedTemplateExpression' &&
      textOf(node['tag'] as Node, file.text).startsWith('sql')
    ) {
      const text = textOf(node['quasi'] as Node, file.text).replaceAll(/--[^\n]*/g, '');
      uses.push({ table: '', position: node.start, starts: true });
      for (const [, table = ''] of text.matchAll(IN_TEXT))
        uses.push({ table: table.toLowerCase(), position: node.start, starts: true });
    }
  });
  return uses;
}

const ownerOf = (table: string): string | undefined =>
  Object.entries(tableOwners).find(([, tables]) => tables.includes(table))?.[0];

function checkFile(file: Source): { found: Finding[]; cross: string[] } {
  const { domain = '' } = locate(file.path);
  const uses = listUses(file);
  const found: Finding[] = [];
  const cross: string[] = [];
  const sql = uses.find(({ starts }) => starts);
  const at = (position: number, message: string): Finding => ({
    path: file.path,
    line: lineAt(file.text, position),
    message,
  });
  if (sql && !STORE.test(file.path) && !GROUND.has(domain))
    found.push(at(sql.position, 'SQL stands in a store (store.ts, <topic>-store.ts) of the domain'));
  for (const { table, position } of uses) {
    const owner = ownerOf(table);
    if (owner === undefined || owner === domain) continue;
    cross.push(`${file.path} ${table}`);
    if (!crossReads.some((line) => line.file === file.path && line.table === table))
      found.push(at(position, `${table} is ${owner}'s: call a function that ${owner} offers`));
  }
  return { found, cross };
}

function listRows(tree: Tree): string[] {
  const text = tree.read(RIGHTS) ?? '';
  return [...text.matchAll(/^ {2}\('([a-z_.]+)',((?:\s*'[^']*',?){5})\)/gm)].map((match) => match[1] ?? '');
}

export const stores: Rule = {
  name: 'stores',
  about:
    'SQL stands in the stores of the domain that owns the table; each table has one owner; unused exceptions go.',
  check: (tree) => {
    const list = tree.read(LIST);
    const files = tree.sources.filter(
      (file) =>
        file.path.startsWith('server/src/') &&
        !isTest(file.path) &&
        !LEFT_OUT.has(locate(file.path).domain ?? ''),
    );
    const checked = files.map(checkFile);
    const owned = Object.values(tableOwners).flat();
    const rows = listRows(tree);
    const found = checked.flatMap((one) => one.found);
    for (const table of rows)
      if (owned.filter((one) => one === table).length !== 1)
        found.push({ path: RIGHTS, line: 1, message: `${table} has not one owner in ${LIST}` });
    if (list === undefined) return found;
    const inList = (text: string, message: string): Finding => ({
      path: LIST,
      line: lineAt(list, list.indexOf(text)),
      message,
    });
    for (const table of owned)
      if (!rows.includes(table)) found.push(inList(`'${table}'`, `there is no table ${table}`));
    const cross = checked.flatMap((one) => one.cross);
    for (const { file, table } of crossReads)
      if (!cross.includes(`${file} ${table}`)) found.push(inList(file, `${file} does not name ${table}`));
    return found;
  },
};
