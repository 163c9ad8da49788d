import { expect, test } from 'vitest';
import { tabChunk } from './tab-chunks.ts';

const web = '/app/web';
const src = `${web}/src`;
const imports: Readonly<Record<string, readonly string[]>> = {
  [`${src}/asset/wallet-screen.tsx`]: [`${web}/list.tsx`, `${web}/total.tsx`, `${web}/coin.tsx`],
  [`${src}/swap/market/market-screen.tsx`]: [`${web}/list.tsx`, `${web}/price.tsx`],
  [`${src}/swap/chart/kline-screen.tsx`]: [`${web}/price.tsx`],
  [`${src}/app/follow-live.ts`]: [`${web}/sealed.ts`, `${web}/list.tsx`],
  // Used by the wallet, and by a page that is no tab: with it goes what it imports.
  [`${src}/deposit/deposit-screen.tsx`]: [`${web}/coin.tsx`, `${web}/abi.ts`, `${web}/sealed.ts`],
  [`${web}/coin.tsx`]: [`${web}/mark.tsx`],
  [`${web}/total.tsx`]: [`${web}/sum.ts`],
};
const graph = {
  getModuleInfo: (id: string) => ({
    importedIds: imports[id] ?? [],
    importers: Object.keys(imports).filter((one) => imports[one]?.includes(id)),
  }),
};

test.each([
  ['a tab’s first screen, and what only it needs', 'wallet', 'src/asset/wallet-screen.tsx'],
  ['', 'wallet', 'total.tsx'],
  ['', 'wallet', 'sum.ts'],
  ['market and chart are one', 'swap', 'price.tsx'],
  ['two tabs need it', 'tab-parts', 'list.tsx'],
  ['another page borrows it', 'tab-parts', 'coin.tsx'],
  ['and thereby this', 'tab-parts', 'mark.tsx'],
  ['behind every tab', 'member', 'sealed.ts'],
  ['no tab needs it', undefined, 'abi.ts'],
  ['', undefined, 'src/deposit/deposit-screen.tsx'],
])('behavior: %s: %s has %s', (_why, chunk, file) => {
  expect(tabChunk(web)(`${web}/${file}`, graph)).toBe(chunk);
});
