import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { findMutations, standInFor } from './lean-libraries.ts';

const library = '/app/node_modules/@tanstack/query-core/build/modern';

async function runStandIn(id: string): Promise<Record<string, unknown>> {
  const code = standInFor(id) ?? '';
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as never;
}

test('refuses: a build in which somebody makes a mutation', () => {
  expect(findMutations([`${library}/mutationObserver.js`, `${library}/query.js`])).toEqual([
    `${library}/mutationObserver.js`,
  ]);
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

test('behavior: a lazy import is called as it is', async () => {
  const { __vitePreload: load } = await runStandIn('\0vite/preload-helper.js');
  const loaded = vi.fn(() => 'screen');
  expect((load as (work: () => string) => string)(loaded)).toBe('screen');
});

test('behavior: other modules stay as they are', () => {
  expect(standInFor(`${library}/queryCache.js`)).toBeUndefined();
});
