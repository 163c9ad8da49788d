import { parse } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { lineAt } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';

const CAPITALS = /^[A-Z][A-Z0-9_]*$/;
const TESTS = /\.test\.tsx?$|^e2e\/|^contracts\/test\//;

/** A number, a text or a pattern, or a product of numbers: what it is stands right there. */
function isPlain(node: Node | null): boolean {
  if (node?.type === 'Literal') return node['value'] !== null || node['regex'] !== undefined;
  if (node?.type === 'UnaryExpression') return isPlain(node['argument'] as Node);
  return (
    node?.type === 'BinaryExpression' &&
    node['operator'] === '*' &&
    isPlain(node['left'] as Node) &&
    isPlain(node['right'] as Node)
  );
}

/** Names of the plain constants of a file, with where each stands. */
export function listConstants({
  path,
  text,
}: Pick<Source, 'path' | 'text'>): { name: string; start: number }[] {
  return (parse(path, text)['body'] as Node[]).flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
    const node = declared as Node | null;
    if (node?.type !== 'VariableDeclaration' || node['kind'] !== 'const') return [];
    return (node['declarations'] as Node[]).flatMap((one) => {
      const id = one['id'] as Node;
      if (id.type !== 'Identifier' || !isPlain(one['init'] as Node | null)) return [];
      return [{ name: String(id['name']), start: id.start }];
    });
  });
}

export const constants: Rule = {
  name: 'constants',
  about: 'A number, a text or a pattern at the top of a file is a constant: in capitals, except in tests.',
  check: (tree): Finding[] =>
    tree.sources
      .filter((file) => !TESTS.test(file.path))
      .flatMap((file) =>
        listConstants(file)
          .filter(({ name }) => !CAPITALS.test(name))
          .map(({ name, start }) => ({
            path: file.path,
            line: lineAt(file.text, start),
            message: `${name} is a constant: in capitals`,
          })),
      ),
};
