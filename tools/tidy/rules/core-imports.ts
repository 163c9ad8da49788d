import { isListed, openDomains } from '../domain-imports.ts';
import { locate } from '../tree.ts';
import type { Rule } from '../tree.ts';
import { checkImports, isTooling } from './wall.ts';

const FOUNDATION = new Set(['kit', 'money', 'ledger', 'chain']);
const PACKAGES = new Set(['zod', 'zod/mini']);

export const coreImports: Rule = {
  name: 'core-imports',
  about:
    'Wall 2: core imports only core and the schema library; a domain only kit, money, ledger, chain and itself.',
  check: (tree) =>
    checkImports(
      tree,
      (path) => path.startsWith('core/') && !isTooling(path),
      (file, one) => {
        if (one.target === undefined)
          return PACKAGES.has(one.specifier) ? undefined : 'core imports a package';
        if (!one.target.startsWith('core/src/')) return 'core imports another room';
        const from = locate(file.path).domain;
        const to = locate(one.target).domain;
        if (from === undefined || to === from) return undefined;
        if (to === undefined)
          return FOUNDATION.has(from) ? 'the foundation imports the composition' : undefined;
        if (FOUNDATION.has(to) || openDomains.includes(to)) return undefined;
        if (FOUNDATION.has(from)) return 'the foundation imports a domain';
        const listed = isListed('core', from, to);
        return listed ? undefined : `core/${from} imports core/${to}`;
      },
    ),
};
