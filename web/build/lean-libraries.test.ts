import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { expect, test, vi } from 'vitest';
import { findUnfit, isForLists, leanLibraries, standInFor } from './lean-libraries.ts';

const require = createRequire(import.meta.url);
const library = '/app/node_modules/@tanstack/query-core/build/modern';

async function runStandIn(id: string): Promise<Record<string, unknown>> {
  const code = standInFor(id) ?? '';
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as never;
}

test('refuses: a build in which somebody makes a mutation', () => {
  expect(findUnfit([`${library}/mutationObserver.js`, `${library}/query.js`])).toEqual([
    `${library}/mutationObserver.js`,
  ]);
});

test('refuses: a build in which a query suspends', () => {
  const suspending = `${library.replace('query-core', 'react-query')}/useSuspenseQuery.js`;
  expect(findUnfit([suspending, suspending.replace('Suspense', '')])).toEqual([suspending]);
});

test('refuses: to reset failed queries from outside, which would do nothing', async () => {
  const id = `${library.replace('query-core', 'react-query')}/QueryErrorResetBoundary.js`;
  const { QueryErrorResetBoundary, useQueryErrorResetBoundary } = await runStandIn(id);
  expect(QueryErrorResetBoundary).toThrow('left out of the build');
  const never = (useQueryErrorResetBoundary as () => { isReset: () => boolean; reset: () => void })();
  never.reset();
  expect(never.isReset()).toBe(false);
});

test('behavior: a query never suspends, by every name that the library asks for', async () => {
  const own = await runStandIn(`${library.replace('query-core', 'react-query')}/suspense.js`);
  const source = await readFile(
    join(dirname(require.resolve('@tanstack/react-query')), 'useBaseQuery.js'),
    'utf8',
  );
  const asked = /import \{ (.*) \} from "\.\/suspense\.js"/.exec(source)?.[1]?.split(', ') ?? [];
  expect(Object.keys(own)).toEqual(expect.arrayContaining(asked));
  expect(asked).toContain('shouldSuspend');
  expect((own['shouldSuspend'] as () => boolean)()).toBe(false);
});

test('behavior: a client works without a cache of mutations', async () => {
  const { MutationCache } = await runStandIn(`${library}/mutationCache.js`);
  const mutationCache = new (MutationCache as new () => never)();
  const client = new QueryClient({ mutationCache });
  client.mount();
  client.setQueryData(['a'], 1);
  expect(client.isMutating()).toBe(0);
  await client.resumePausedMutations();
  client.clear();
  expect(client.getQueryData(['a'])).toBeUndefined();
  client.unmount();
});

test('behavior: timers are the browser’s own, by every name that the library asks for', async () => {
  const own = await runStandIn(`${library}/timeoutManager.js`);
  expect(own['timeoutManager']).toBe(globalThis);
  for (const file of ['notifyManager', 'queryObserver', 'removable', 'utils']) {
    const source = await readFile(
      join(dirname(require.resolve('@tanstack/query-core')), `${file}.js`),
      'utf8',
    );
    for (const [, name = ''] of source.matchAll(/timeoutManager\.(\w+)\(/g))
      expect(globalThis).toHaveProperty(name);
  }
  const zero = own['systemSetTimeoutZero'] as (work: () => void) => void;
  await new Promise<void>((done) => zero(done));
});

test('behavior: a lazy import is called as it is', async () => {
  const { __vitePreload: load } = await runStandIn('\0vite/preload-helper.js');
  const loaded = vi.fn(() => 'screen');
  expect((load as (work: () => string) => string)(loaded)).toBe('screen');
});

const LISTS = `import { InfiniteQueryObserver, QueryClient } from '@tanstack/query-core';
export async function readTwoPages() {
  const client = new QueryClient();
  const asked = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => (asked.push(pageParam), 'page ' + pageParam),
    getNextPageParam: (_, pages) => (pages.length < 2 ? pages.length + 1 : undefined),
  });
  const stop = observer.subscribe(() => undefined);
  await observer.refetch();
  const { data, hasNextPage } = await observer.fetchNextPage();
  await client.invalidateQueries();
  stop();
  client.clear();
  return { pages: data.pages, hasNextPage, asked };
}`;

test('behavior: lists have their pages, which no first load brings', async () => {
  const query = '/app/node_modules/@tanstack/query-core/build/modern/query.js';
  expect(isForLists('./infiniteQueryBehavior.js', query)).toBe(true);
  expect(
    isForLists('./infiniteQueryBehavior.js', query.replace('query.js', 'infiniteQueryObserver.js')),
  ).toBe(false);
  expect(isForLists('./utils.js', query)).toBe(false);
  const entry: Plugin = {
    name: 'lists',
    resolveId: (id) => (id === 'lists' ? id : undefined),
    load: (id) => (id === 'lists' ? LISTS : undefined),
  };
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, '..'),
    logLevel: 'error',
    plugins: [entry, leanLibraries()],
    ssr: { noExternal: true },
    build: { ssr: true, write: false, rolldownOptions: { input: 'lists' } },
  });
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('nothing was built');
  // The slot is what the query asks: without the observer nothing fills it.
  expect(chunk.code).toMatch(/slot\.make\(/);
  const { readTwoPages } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(chunk.code)}`
  )) as {
    readTwoPages: () => Promise<unknown>;
  };
  expect(await readTwoPages()).toMatchObject({ pages: ['page 1', 'page 2'], hasNextPage: false });
});

test('behavior: other modules stay as they are', () => {
  expect(standInFor(`${library}/queryCache.js`)).toBeUndefined();
});
