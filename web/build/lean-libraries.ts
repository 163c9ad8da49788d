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

/** All styles are one file and no script is preloaded: of Vite's helper only the call is left. */
const NO_PRELOAD = 'export const __vitePreload = (load) => load();';

const standIns: readonly (readonly [RegExp, string])[] = [
  [/\/@tanstack\/query-core\/build\/modern\/mutationCache\.js$/, NO_MUTATIONS],
  [/\/@tanstack\/query-core\/build\/modern\/timeoutManager\.js$/, OWN_TIMERS],
  [/\/@tanstack\/react-query\/build\/modern\/suspense\.js$/, NO_SUSPENSE],
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
    load: (id) => standInFor(id),
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
