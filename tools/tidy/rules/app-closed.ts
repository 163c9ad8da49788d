import type { Rule } from '../tree.ts';
import { checkImports, isTooling } from './wall.ts';

export const appClosed: Rule = {
  name: 'app-closed',
  about: 'Wall 8: nobody imports app/; it composes the others. The start command alone hands parts to it.',
  check: (tree) =>
    checkImports(
      tree,
      (path) => !path.startsWith('tools/') && !isTooling(path),
      (file, one) => {
        const app = /^(server|web|console)\/src\/app\//.exec(one.target ?? '')?.[0];
        if (app === undefined || one.typeOnly || file.path.startsWith(app)) return undefined;
        // Benchmarks and journeys start the house as the start command does.
        return /^(bench|e2e)\//.test(file.path) ? undefined : 'app/ is imported';
      },
    ),
};
