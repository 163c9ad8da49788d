import type { Plugin } from 'vite';

/**
 * TanStack Query brings changes ("mutations") along with every client. We make none: a change is a call, and what it makes
 * old is refreshed by name. This stands in for the cache of them, with what the client asks of it.
 */
const NO_MUTATIONS = `
export class MutationCache {
  clear() {}
  findAll() { return []; }
  getAll() { return []; }
  resumePausedMutations() { return Promise.resolve(); }
}`;

/** Timers can be exchanged in TanStack Query; ours are the browser's own. */
const OWN_TIMERS = `
export const timeoutManager = globalThis;
export const systemSetTimeoutZero = (work) => setTimeout(work, 0);`;

/** No query of ours suspends: what waits for one is drawn as waiting. */
const NO_SUSPENSE = `
export const defaultThrowOnError = undefined;
export const ensureSuspenseTimers = () => {};
export const shouldSuspend = () => false;
export const fetchOptimistic = () => {};`;

/** What starts failed queries anew from outside is used nowhere: no query is ever reset. */
const NO_RESET = `
const never = { isReset: () => false, clearReset() {}, reset() {} };
export const useQueryErrorResetBoundary = () => never;
export const QueryErrorResetBoundary = () => { throw new Error('left out of the build (build/lean-libraries.ts)'); };`;

/** Stands between a query and the pages of lists, which come with the first list; under the libraries' folder, as their chunk goes by it. */
const SLOT = '\0/node_modules/@tanstack/query-core/pages-later.js';
const PAGES_LATER = `
export const slot = {};
export const infiniteQueryBehavior = (pages) => slot.make(pages);`;
/** The observer of lists is there before any list is asked for. */
const FILL_SLOT = `import { infiniteQueryBehavior as makePages } from './infiniteQueryBehavior.js';
import { slot as pagesLater } from ${JSON.stringify(SLOT)};
pagesLater.make = makePages;
`;

/** All styles are one file and no script is preloaded: of Vite's helper only the call is left. */
const NO_PRELOAD = 'export const __vitePreload = (load) => load();';

/** Whether a module is asked for by a query itself, which only a list needs. */
export function isForLists(source: string, importer: string | undefined): boolean {
  return source.endsWith('/infiniteQueryBehavior.js') && /\/query-core\/.*\/query\.js$/.test(importer ?? '');
}

/** The observer of lists, which brings its pages; undefined for any other module. */
export function withPages(code: string, id: string): string | undefined {
  return /\/query-core\/.*\/infiniteQueryObserver\.js$/.test(id) ? FILL_SLOT + code : undefined;
}

const standIns: readonly (readonly [RegExp, string])[] = [
  [/pages-later\.js$/, PAGES_LATER],
  [/\/@tanstack\/query-core\/build\/modern\/mutationCache\.js$/, NO_MUTATIONS],
  [/\/@tanstack\/query-core\/build\/modern\/timeoutManager\.js$/, OWN_TIMERS],
  [/\/@tanstack\/react-query\/build\/modern\/suspense\.js$/, NO_SUSPENSE],
  [/\/@tanstack\/react-query\/build\/modern\/QueryErrorResetBoundary\.js$/, NO_RESET],
  [/^\0vite\/preload-helper\.js$/, NO_PRELOAD],
];

export function standInFor(id: string): string | undefined {
  return standIns.find(([pattern]) => pattern.test(id))?.[1];
}

/** Modules that do not work with the stand-ins, as they came into the bundle. */
export function findUnfit(moduleIds: readonly string[]): string[] {
  return moduleIds.filter((id) =>
    /\/(query-core\/.*\/mutation(Observer)?|react-query\/.*\/useSuspense\w+)\.js$/.test(id),
  );
}

/** Leaves out what libraries bring along and nobody here uses; fails the build when somebody begins to. */
export function leanLibraries(): Plugin {
  return {
    name: 'openmere:lean-libraries',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source === SLOT || isForLists(source, importer) ? SLOT : undefined),
    load: (id) => standInFor(id),
    transform: (code, id) => withPages(code, id),
    generateBundle(_options, bundle) {
      const used = Object.values(bundle)
        .filter((file) => file.type === 'chunk')
        .flatMap(({ modules }) => Object.entries(modules))
        .filter(([, { renderedLength }]) => renderedLength > 0)
        .map(([id]) => id);
      const found = findUnfit(used);
      if (found.length > 0)
        this.error(`a stand-in is in the way of ${found.join(', ')} (build/lean-libraries.ts)`);
    },
  };
}
