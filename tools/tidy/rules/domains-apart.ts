import { locate } from '../tree.ts';
import type { Rule } from '../tree.ts';
import { domainImports, openDomains } from '../domain-imports.ts';
import { checkImports } from './wall.ts';

/** Folders beside the domains that every domain may use. */
const GROUND = new Set(['platform', 'ledger', 'ui', 'parts', 'locales', 'app', 'migrations']);

export const domainsApart: Rule = {
  name: 'domains-apart',
  about: 'Wall 6: domains do not import each other, but for a short list with reasons.',
  check: (tree) =>
    checkImports(
      tree,
      (path) => /^(server|web|console)\/src\//.test(path),
      (file, one) => {
        const from = locate(file.path);
        const to = locate(one.target ?? '');
        // Types cost nothing at run time, and name what the other domain promises.
        if (one.typeOnly || from.room !== to.room || from.domain === undefined || to.domain === undefined)
          return undefined;
        if (from.domain === to.domain || GROUND.has(from.domain) || GROUND.has(to.domain)) return undefined;
        if (openDomains.includes(to.domain)) return undefined;
        const listed = domainImports.some((line) => line.from === from.domain && line.to === to.domain);
        return listed ? undefined : `${from.domain} imports ${to.domain} (tools/tidy/domain-imports.ts)`;
      },
    ),
};
