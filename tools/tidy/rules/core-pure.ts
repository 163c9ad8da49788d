import { parse, visit } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import { isTest, lineAt } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';

const FORBIDDEN = new Set([
  'Date',
  'fetch',
  'process',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'crypto',
  'performance',
  'parseFloat',
  'console',
  'window',
  'document',
  'localStorage',
  'globalThis',
]);
const FORBIDDEN_MEMBERS = new Set(['Math.random', 'Number.parseFloat']);

/** A name that is only the name of a property, or stands in a type, uses nothing. */
function isUse(key: string, parent: Node | undefined): boolean {
  if (parent === undefined) return true;
  if (key === 'property' && parent['computed'] !== true) return false;
  if (key === 'key' && parent['computed'] !== true && parent['shorthand'] !== true) return false;
  return !/^(Property|MethodDefinition|TSPropertySignature)$/.test(parent.type) || key !== 'key';
}

function nameOf(node: Node): string {
  return typeof node['name'] === 'string' ? node['name'] : '';
}

function checkFile(file: Source): Finding[] {
  const found: Finding[] = [];
  const add = (node: Node, what: string) =>
    found.push({ path: file.path, line: lineAt(file.text, node.start), message: `core has no ${what}` });
  visit(parse(file.path, file.text), (node, key, parent) => {
    if (node.type.startsWith('TSType') || node.type.startsWith('TSInterface')) return false;
    if (node.type === 'MemberExpression') {
      const [object, property] = [node['object'] as Node, node['property'] as Node];
      const member = `${nameOf(object)}.${nameOf(property)}`;
      if (FORBIDDEN_MEMBERS.has(member)) add(node, member);
    }
    if (node.type === 'Identifier' && FORBIDDEN.has(nameOf(node)) && isUse(key, parent))
      add(node, nameOf(node));
    return undefined;
  });
  return found;
}

export const corePure: Rule = {
  name: 'core-pure',
  about: 'Wall 3: core has no Date, fetch, process, timers, randomness, parseFloat.',
  check: (tree) =>
    tree.sources
      .filter((file) => file.path.startsWith('core/src/') && !isTest(file.path))
      .flatMap((file) => checkFile(file)),
};
