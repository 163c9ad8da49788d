import { parse, visit } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { isTest, lineAt } from '../tree.ts';
import type { Finding, Rule, Tree } from '../tree.ts';

/** Where settings are defined: what members see in core, the rest on the server. */
const TABLE = /^(core\/src\/setting\/\w+|server\/src\/setting\/definitions)\.ts$/;
/** By whatever its type is called: `amount('withdraw.min', …)`. */
const DEFINED = /\b\w+\(\s*'([a-z]\w*\.[\w.]+)'/g;

function keysOf(tree: Tree): ReadonlySet<string> {
  const files = tree.sources.filter((file) => TABLE.test(file.path) && !isTest(file.path));
  return new Set(files.flatMap((file) => [...file.text.matchAll(DEFINED)].map((match) => match[1] ?? '')));
}

/** `map.get(key)`, `row.idx === key`, `values[key]`. */
function isLookUp(parent: Node | undefined): boolean {
  if (parent?.type !== 'CallExpression')
    return parent?.type === 'BinaryExpression' || parent?.type === 'MemberExpression';
  const callee = parent['callee'] as Node & { property?: { name?: string } };
  return callee.type === 'MemberExpression' && callee.property?.name === 'get';
}

export const settings: Rule = {
  name: 'settings',
  about:
    'A setting is read by its definition (core/setting), never by its key: no text to parse, no second default.',
  check: (tree) => {
    const keys = keysOf(tree);
    const read = tree.sources.filter(
      ({ path, text }) =>
        /^(core|server|web|console)\/src\//.test(path) &&
        !isTest(path) &&
        !TABLE.test(path) &&
        [...keys].some((key) => text.includes(key)),
    );
    return read.flatMap((file) => {
      const found: Finding[] = [];
      visit(parse(file.path, file.text), (node, _key, parent) => {
        const { value } = node as { value?: unknown };
        if (node.type !== 'Literal' || typeof value !== 'string' || !keys.has(value)) return;
        if (!isLookUp(parent)) return;
        found.push({
          path: file.path,
          line: lineAt(file.text, node.start),
          message: `the setting ${value} is read by its key`,
        });
      });
      return found;
    });
  },
};
