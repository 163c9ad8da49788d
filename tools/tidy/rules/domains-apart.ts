import { domainImports, isListed, openDomains } from '../domain-imports.ts';
import { isTest, lineAt, locate } from '../tree.ts';
import type { Finding, Rule, Tree } from '../tree.ts';
import { checkImports } from './wall.ts';

/** Folders beside the domains that every domain may use. */
const GROUND = new Set(['platform', 'ledger', 'ui', 'parts', 'locales', 'app', 'migrations']);
const LIST = 'tools/tidy/domain-imports.ts';

/** Lines of the list, by room, that no import needs any more. */
function listUnused(tree: Tree): Finding[] {
  const text = tree.read(LIST);
  if (text === undefined) return [];
  const used = new Set(
    tree.sources
      .filter((file) => !isTest(file.path))
      .flatMap((file) => {
        const { room, domain: from } = locate(file.path);
        return file.imports().map((one) => {
          const to = locate(one.target ?? '');
          return to.room === room ? `${room} ${from} ${to.domain}` : '';
        });
      }),
  );
  return domainImports.flatMap(({ from, to, rooms }) =>
    rooms
      .filter((room) => !used.has(`${room} ${from} ${to}`))
      .map((room) => ({
        path: LIST,
        line: lineAt(text, text.search(new RegExp(`from: '${from}',\\s*to: '${to}'`))),
        message: `nothing in ${room} imports ${to} from ${from}`,
      })),
  );
}

export const domainsApart: Rule = {
  name: 'domains-apart',
  about:
    'Wall 6: domains do not import each other, but for a short list by room, with reasons; unused lines go.',
  check: (tree) => [
    ...checkImports(
      tree,
      (path) => /^(server|web|console)\/src\//.test(path),
      (file, one) => {
        const from = locate(file.path);
        const to = locate(one.target ?? '');
        if (from.room !== to.room || from.domain === undefined || to.domain === undefined) return undefined;
        if (from.domain === to.domain || GROUND.has(from.domain) || GROUND.has(to.domain)) return undefined;
        if (openDomains.includes(to.domain)) return undefined;
        return isListed(from.room, from.domain, to.domain)
          ? undefined
          : `${from.domain} imports ${to.domain} (${LIST})`;
      },
    ),
    ...listUnused(tree),
  ],
};
