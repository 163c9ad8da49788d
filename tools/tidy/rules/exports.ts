import { lineAt } from '../tree.ts';
import type { Finding, Rule, Source } from '../tree.ts';
import { parse } from '../syntax.ts';
import type { Node } from '../syntax.ts';

/** Tools that read the default export of a file. */
const DEFAULT_ALLOWED = /(vite|vitest|playwright|hardhat)\.config\.ts$|\.d\.ts$/;

function checkFile(file: Source): Finding[] {
  const statements = parse(file.path, file.text)['body'] as Node[];
  const at = (node: Node | undefined, message: string): Finding => ({
    path: file.path,
    line: lineAt(file.text, node?.start ?? 0),
    message,
  });
  const passes = (node: Node) =>
    node.type === 'ExportAllDeclaration' ||
    (node.type === 'ExportNamedDeclaration' && Boolean(node['source']));
  const found = statements
    .filter((node) => node.type === 'ExportAllDeclaration')
    .map((node) => at(node, 'a barrel: export * from …'));
  const onlyPasses =
    statements.length > 0 && statements.every((node) => passes(node) || node.type === 'ImportDeclaration');
  if (onlyPasses && statements.some(passes) && found.length === 0)
    found.push(at(statements[0], 'a barrel: it only passes on'));
  const standard = statements.find((node) => node.type === 'ExportDefaultDeclaration');
  if (standard && !DEFAULT_ALLOWED.test(file.path)) found.push(at(standard, 'a default export'));
  return found;
}

export const exportsNamed: Rule = {
  name: 'exports',
  about: 'Wall 10: no barrels, no default exports but where a tool demands one.',
  check: (tree) => tree.sources.flatMap((file) => checkFile(file)),
};
