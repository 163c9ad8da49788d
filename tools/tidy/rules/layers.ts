import { locate } from '../tree.ts';
import type { ResolvedImport, Rule, Source, Tree } from '../tree.ts';
import { checkImports } from './wall.ts';

const GROUND = new Set(['platform', 'ledger', 'app', 'migrations', 'locales']);
const ROUTES = /(^|\/)(console-)?routes\.ts$/;
const STORE = /(^|\/)[\w-]*store\.ts$/;

function checkRoutes(one: ResolvedImport): string | undefined {
  if (one.typeOnly || one.target === undefined) return undefined;
  if (STORE.test(one.target)) return 'routes touch a store';
  if (one.target.startsWith('server/src/platform/db/')) return 'routes touch the database';
  if (one.target.startsWith('server/src/ledger/')) return 'routes touch the ledger';
  return undefined;
}

/** A file of a domain that works with a store, the ledger or the outbox decides and records: it is a use case. */
function isUseCase(tree: Tree, path: string): boolean {
  const file = tree.sources.find((one) => one.path === path);
  return (file?.imports() ?? []).some(
    (one) =>
      !one.typeOnly &&
      one.target !== undefined &&
      (STORE.test(one.target) || /^server\/src\/(ledger\/|platform\/outbox)/.test(one.target)),
  );
}

function checkStore(tree: Tree, file: Source, one: ResolvedImport): string | undefined {
  if (one.typeOnly) return undefined;
  if (/^fastify$|^@fastify\//.test(one.specifier)) return 'a store touches Fastify';
  if (one.target === undefined || STORE.test(one.target)) return undefined;
  const sameDomain = locate(one.target).domain === locate(file.path).domain;
  return sameDomain && isUseCase(tree, one.target) ? 'a store touches a use case' : undefined;
}

export const layers: Rule = {
  name: 'layers',
  about:
    'Wall 7: routes touch no store, db or ledger; store touches no use case; use cases touch no Fastify.',
  check: (tree) =>
    checkImports(
      tree,
      (path) => path.startsWith('server/src/') && !GROUND.has(locate(path).domain ?? 'app'),
      (file, one) => {
        if (ROUTES.test(file.path)) return checkRoutes(one);
        if (STORE.test(file.path)) return checkStore(tree, file, one);
        return /^fastify$|^@fastify\//.test(one.specifier) ? 'a use case touches Fastify' : undefined;
      },
    ),
};
