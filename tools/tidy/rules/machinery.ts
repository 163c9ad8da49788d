import { locate } from '../tree.ts';
import type { Rule } from '../tree.ts';
import { checkImports } from './wall.ts';

/** Of core, machinery may know the foundation: amounts, refusals, contracts' shape, chain addresses. */
const FOUNDATION = new Set(['kit', 'money', 'chain']);
/** Where the chain is, and the key that secrets travel under, are settings of the machinery itself. */
const OWN_SETTINGS = /^core\/src\/setting\/(define|chain)\.ts$/;

/** What each may import in its own room: parts put ui and platform together. */
const MAY_KNOW: Readonly<Record<string, readonly string[]>> = {
  platform: ['platform'],
  ui: ['ui'],
  parts: ['parts', 'ui', 'platform'],
};

export const machinery: Rule = {
  name: 'machinery',
  about: 'Wall 4: platform, ui and parts know no business.',
  check: (tree) =>
    checkImports(
      tree,
      (path) => /^(server|web|console)\/src\/(platform|ui|parts)\//.test(path),
      (file, one) => {
        if (one.target === undefined) return undefined;
        const from = locate(file.path);
        const to = locate(one.target);
        if (to.room === 'core') {
          const known =
            to.domain === undefined
              ? one.typeOnly || one.target.endsWith('errors.ts') || one.target.endsWith('calls.ts')
              : FOUNDATION.has(to.domain) || OWN_SETTINGS.test(one.target);
          return known || one.target.includes('/locales/') ? undefined : `${from.domain} knows business`;
        }
        if (to.room !== from.room) return undefined;
        const allowed = MAY_KNOW[from.domain ?? '']?.includes(to.domain ?? '') ?? false;
        return allowed || one.target.includes('/locales/') ? undefined : `${from.domain} knows business`;
      },
    ),
};
