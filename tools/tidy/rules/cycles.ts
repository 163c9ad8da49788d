import type { Finding, Rule, Tree } from '../tree.ts';
import { lineAt } from '../tree.ts';

/** Tarjan's strongly connected components over imports of values; a cycle of types alone does nothing at run time. */
function listCycles(tree: Tree): string[][] {
  const known = new Map(tree.sources.map((file) => [file.path, file]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const enter = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path) ?? 0);
    stack.push(path);
    for (const one of known.get(path)?.imports() ?? []) {
      // A screen that is loaded later may come back to what loads it.
      if (one.typeOnly || one.dynamic || one.target === undefined || !known.has(one.target)) continue;
      if (!index.has(one.target)) enter(one.target);
      if (stack.includes(one.target)) low.set(path, Math.min(low.get(path) ?? 0, low.get(one.target) ?? 0));
    }
    if (low.get(path) !== index.get(path)) return;
    const members = stack.splice(stack.indexOf(path));
    const itself = known
      .get(path)
      ?.imports()
      .some((one) => one.target === path && !one.typeOnly);
    if (members.length > 1 || itself) cycles.push(members);
  };
  for (const path of known.keys()) if (!index.has(path)) enter(path);
  return cycles;
}

export const cycles: Rule = {
  name: 'cycles',
  about: 'Wall 1: no import cycles.',
  check: (tree) =>
    listCycles(tree).map((members): Finding => {
      const path = members[0] ?? '';
      const file = tree.sources.find((one) => one.path === path);
      const edge = file?.imports().find((one) => members.includes(one.target ?? ''));
      return {
        path,
        line: lineAt(file?.text ?? '', edge?.position ?? 0),
        message: `import cycle: ${members.join(' → ')}`,
      };
    }),
};
