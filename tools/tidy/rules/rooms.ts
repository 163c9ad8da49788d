import { locate } from '../tree.ts';
import type { Rule } from '../tree.ts';
import { checkImports, isTooling } from './wall.ts';

/** Which rooms a room may enter. */
const DOORS: Record<string, readonly string[]> = {
  core: ['core'],
  server: ['server', 'core'],
  web: ['web', 'core'],
  console: ['console', 'core'],
  contracts: ['contracts', 'core'],
  // Benchmarks of the first load build the app as it is shipped, find the browser as the tests do, and start the product as the
  // journeys do.
  bench: ['bench', 'server', 'core', 'web', 'tools', 'e2e'],
  e2e: ['e2e', 'core', 'tools'],
  tools: ['tools', 'server', 'core', 'contracts', 'web'],
};

export const rooms: Rule = {
  name: 'rooms',
  about: 'Wall 9: web, console and server meet only in core.',
  check: (tree) =>
    checkImports(
      tree,
      (path) => !isTooling(path),
      (file, one) => {
        if (one.target === undefined) return undefined;
        const from = locate(file.path).room;
        const to = locate(one.target).room;
        return DOORS[from]?.includes(to) === false ? `${from} enters ${to}` : undefined;
      },
    ),
};
