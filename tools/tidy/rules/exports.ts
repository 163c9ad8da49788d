import { parse } from '../syntax.ts';
import type { Node } from '../syntax.ts';
import type { Finding, Rule, Source } from '../tree.ts';

/** Passes something on without making it. `export *` is the linter's. */
const passesOn = (node: Node): boolean => node.type === 'ExportNamedDeclaration' && Boolean(node['source']);

function checkFile(file: Source): Finding[] {
  const statements = parse(file.path, file.text)['body'] as Node[];
  const onlyPasses = statements.every((node) => passesOn(node) || node.type === 'ImportDeclaration');
  if (!onlyPasses || !statements.some(passesOn)) return [];
  return [{ path: file.path, line: 1, message: 'a barrel: it only passes on' }];
}

export const exportsNamed: Rule = {
  name: 'exports',
  about: 'Wall 10: no file that only passes on what others export.',
  check: (tree) => tree.sources.flatMap((file) => checkFile(file)),
};
