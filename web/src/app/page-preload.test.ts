// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { writeStored } from '../platform/storage.ts';
import { askForFirst, showFirstPicture } from './page-preload.ts';
import { fetchRoute } from './routes.ts';

const screens = {
  '/home/home': ['home-Bx3k9_aZ.js', 'home'],
  '/login/login': ['login-DELw1X_T.js', 'auth'],
  '/swap/swap': ['tab-parts-Bx3k9_aZ.js', 'swap-DELw1X_T.js', 'market', 'swap'],
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  location.hash = '';
  document.cookie = 'invcode=; Max-Age=0; Path=/';
  document.body.innerHTML = '';
  delete document.documentElement.dataset['theme'];
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

test('refuses: to ask for what belongs to another place, or to none', () => {
  for (const hash of [
    '#/pages/swap/swap/swap',
    '#/pages/home/home/home',
    '#/home',
    '#/pages/__proto__',
    '#/constructor',
  ])
    expect(askedAt(hash)).toEqual(['/assets/en.app-1a2b3c4d.json']);
});

test.each(['', '#', '#/', '#/?a=1', '#/pages/home/home', '#/pages/home/home/'])(
  'behavior: home has its file and texts on their way by the address "%s"',
  (hash) => expect(askedAt(hash)).toContain('/assets/home-Bx3k9_aZ.js'),
);

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

const TEMPLATES = `<div id="root"><p hidden>away</p></div>
<template id="visitor/home/home"><h1>Openmere</h1><h2 data-text="1"></h2></template>
<template id="visitor/login/login"><h1 data-text="0"></h1></template>
<template id="member/wallet/wallet"><h1 data-text="2"></h1></template>
<template id="en">Log in\nSend coins\nWallet</template><template id="ja">ログイン\n送金\nウォレット</template>`;

/** What stands in the page before the app is there. */
function shownAt(hash: string): string | undefined {
  document.body.innerHTML = TEMPLATES;
  location.hash = hash;
  showFirstPicture();
  document.dispatchEvent(new Event('readystatechange'));
  const picture = document.querySelector('#root > div');
  expect(picture === null || picture.hasAttribute('inert')).toBe(true);
  return picture?.textContent;
}

test('refuses: a picture of another place, of a member’s place to a visitor, and of home to a member', () => {
  expect(shownAt('#/pages/mall/mall')).toBeUndefined();
  expect(shownAt('#/pages/wallet/wallet')).toBeUndefined();
  expect(shownAt('#/pages/"]/x')).toBeUndefined();
  writeStored('user.token', 'someone');
  expect(shownAt('')).toBeUndefined();
  expect(shownAt('#/pages/login/login')).toBeUndefined();
});

test('refuses: a picture to who comes by an invitation, or begins with another step', () => {
  expect(shownAt('#/pages/login/login?step=register')).toBeUndefined();
  expect(shownAt('#/?invcode=ABCDEF')).toBeUndefined();
  document.cookie = 'invcode=ABCDEF; Path=/';
  expect(shownAt('')).toBeUndefined();
});

test('behavior: a visitor’s home and a member’s wallet, in their language and theme, once', () => {
  expect(shownAt('')).toBe('OpenmereSend coins');
  document.dispatchEvent(new Event('readystatechange'));
  expect(document.querySelectorAll('#root > div')).toHaveLength(1);
  writeStored('user.token', 'someone');
  writeStored('general.locale', 'ja');
  writeStored('setting.theme', 'dark');
  expect(shownAt('#/pages/wallet/wallet')).toBe('ウォレット');
  expect(document.documentElement.lang).toBe('ja');
  expect(document.documentElement.dataset['theme']).toBe('dark');
});
