import { expect, test } from 'vitest';
import { findForwarders, findHeavyModules, firstLoadChunk, inlineIcon } from './first-load.ts';

const web = '/app/web';
const imports: Readonly<Record<string, readonly string[]>> = {
  [`${web}/src/app/boot.ts`]: ['/app/core/language.ts'],
  [`${web}/src/app/main.tsx`]: [
    '/app/core/language.ts',
    '/app/node_modules/react/index.js',
    `${web}/shell.tsx`,
  ],
  [`${web}/src/home/home-screen.tsx`]: [`${web}/button.tsx`, `${web}/card.tsx`],
  [`${web}/src/auth/login/login-screen.tsx`]: [`${web}/button.tsx`, `${web}/field.tsx`],
  // A circle, as libraries have them.
  [`${web}/card.tsx`]: [`${web}/src/home/home-screen.tsx`],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) };

test('refuses: a heavy library in a chunk of the first load, and only there', () => {
  const moduleIds = ['/app/web/src/home/home-screen.tsx', '/app/node_modules/viem/_esm/utils/address.js'];
  expect(findHeavyModules([{ fileName: 'assets/home-Bx3k9_aZ.js', moduleIds }])).toEqual([
    'assets/home-Bx3k9_aZ.js holds /app/node_modules/viem/_esm/utils/address.js',
  ]);
  expect(findHeavyModules([{ fileName: 'assets/wallet-login-Bx3k9_aZ.js', moduleIds }])).toEqual([]);
});

test('refuses: a file of the first load that only names another one', () => {
  const main = { fileName: 'assets/main-Bx3k9_aZ.js', moduleIds: ['/app/web/src/app/main.tsx'] };
  const forwarder = { fileName: 'assets/main-DELw1X_T.js', moduleIds: [] };
  expect(findForwarders([main, forwarder])).toEqual(['assets/main-DELw1X_T.js']);
  expect(findForwarders([main, { fileName: 'assets/mine-link-DIfWZ7wr.js', moduleIds: [] }])).toEqual([]);
});

test('behavior: each module of the first load has its chunk, and everything else has none', () => {
  const chunkOf = firstLoadChunk(web);
  expect(chunkOf('/app/core/language.ts', graph)).toBe('boot');
  expect(chunkOf('/app/node_modules/react/index.js', graph)).toBe('vendor');
  expect(chunkOf(`${web}/shell.tsx`, graph)).toBe('main');
  expect(chunkOf(`${web}/button.tsx`, graph)).toBe('main');
  expect(chunkOf(`${web}/card.tsx`, graph)).toBe('home');
  expect(chunkOf(`${web}/field.tsx`, graph)).toBe('login');
  expect(chunkOf(`${web}/src/asset/wallet-screen.tsx`, graph)).toBeUndefined();
});

test('behavior: the icon stands in the page, as an address that a browser reads', () => {
  const icon = '<svg xmlns="http://www.w3.org/2000/svg">\n  <rect fill="#0e484c"/>\n</svg>\n';
  const html = inlineIcon('<link rel="icon" type="image/svg+xml" href="/favicon.svg" />', icon);
  const address = /href="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(decodeURIComponent(address)).toBe(
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><rect fill='#0e484c'/></svg>",
  );
  expect(address).not.toMatch(/[#<>"\s]/);
});
