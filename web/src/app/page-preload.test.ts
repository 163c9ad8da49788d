// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { writeStored } from '../platform/storage.ts';
import { askForFirst } from './page-preload.ts';
import { fetchRoute } from './routes.ts';

const screens = {
  '': { files: ['assets/home-Bx3k9_aZ.js'], texts: ['home'] },
  '/pages/login/login': { files: ['assets/login-DELw1X_T.js'], texts: ['auth'] },
  '/pages/swap/swap': {
    files: ['assets/tab-parts-Bx3k9_aZ.js', 'assets/swap-DELw1X_T.js'],
    texts: ['market', 'swap'],
  },
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  location.hash = '';
});

/** What is asked for, in its order; nothing is fetched. */
function askedAt(hash: string): (string | null)[] {
  const asked: (string | null)[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((link) => {
    asked.push((link as HTMLLinkElement).getAttribute('href'));
  });
  location.hash = hash;
  askForFirst(screens, '1a2b3c4d');
  return asked;
}

test('behavior: a visitor of home has its file and texts on their way', () => {
  expect(askedAt('')).toEqual([
    '/assets/en.app-1a2b3c4d.json',
    '/assets/home-Bx3k9_aZ.js',
    '/assets/en.home-1a2b3c4d.json',
  ]);
});

test('behavior: login in the language that was chosen, whatever its address carries', () => {
  writeStored('general.locale', 'ja');
  expect(askedAt('#/pages/login/login/?invcode=ABCDEF')).toEqual([
    '/assets/ja.app-1a2b3c4d.json',
    '/assets/login-DELw1X_T.js',
    '/assets/ja.auth-1a2b3c4d.json',
  ]);
});

test('behavior: a tab has all of its files and texts on their way', () => {
  expect(askedAt('#/pages/swap/swap')).toEqual([
    '/assets/en.app-1a2b3c4d.json',
    '/assets/tab-parts-Bx3k9_aZ.js',
    '/assets/swap-DELw1X_T.js',
    '/assets/en.market-1a2b3c4d.json',
    '/assets/en.swap-1a2b3c4d.json',
  ]);
});

test('behavior: any other place asks for the texts of the frame only', () => {
  expect(askedAt('#/pages/mine/mine')).toEqual(['/assets/en.app-1a2b3c4d.json']);
});

test.each([
  ['/', ['home']],
  ['/pages/home/home', ['home']],
  ['/pages/login/login', ['auth']],
  ['/pages/wallet/wallet', ['asset', 'member']],
  ['/pages/swap/swap', ['market', 'swap']],
  ['/pages/swap/kline/kline', ['market']],
])('behavior: %s has these texts in the table of routes, too', async (path, groups) => {
  expect((await fetchRoute(path))?.texts).toEqual(groups);
});
