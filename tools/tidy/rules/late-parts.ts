import { childrenOf, parse } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { isTest, lineAt } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';

const LATE = /^const (\w+) = lazy(?:Part)?[(<]/gm;
const BOUNDARIES = new Set(['Suspense', 'Beside']);

function elementName(node: Node): string | undefined {
  if (node.type !== 'JSXElement') return undefined;
  const name = (node['openingElement'] as Node)['name'] as Node;
  return name['name'] as string | undefined;
}

/** The elements of these names that no boundary of this file stands around. */
function listBare(node: Node, late: ReadonlySet<string>): Node[] {
  const name = elementName(node);
  if (name !== undefined && BOUNDARIES.has(name)) return [];
  const below = childrenOf(node).flatMap(({ child }) => listBare(child, late));
  return name !== undefined && late.has(name) ? [node, ...below] : below;
}

function checkFile({ path, text }: Source): Finding[] {
  const late = new Set(Array.from(text.matchAll(LATE), ([, name = '']) => name));
  if (late.size === 0) return [];
  return listBare(parse(path, text), late).map((node) => ({
    path,
    line: lineAt(text, node.start),
    message: 'code that comes late, without a boundary around it',
  }));
}

export const lateParts: Rule = {
  name: 'late-parts',
  about:
    'What comes late is waited for in a boundary of its own (Suspense or Beside): React shows nothing of a page that waits outside of all, not even what is typed.',
  check: (tree) =>
    tree.sources
      .filter(({ path }) => path.startsWith('web/src/') && path.endsWith('.tsx') && !isTest(path))
      .flatMap(checkFile),
};
