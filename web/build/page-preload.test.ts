import { expect, test } from 'vitest';
import { firstScreensOf } from './page-preload.ts';

const files = [
  'assets/home-Bx3k9_aZ.css',
  'assets/home-card-Bx3k9_aZ.js',
  'assets/home-aB-k9_aZ.js',
  'assets/login-DELw1X_T.js',
  'assets/tab-parts-DELw1X_T.js',
  'assets/wallet-DELw1X_T.js',
  'assets/swap-DELw1X_T.js',
];

test('refuses: a build in which a first screen has no file of its own', () => {
  const without = files.map((name) => name.replace('login-', 'login-code-'));
  expect(() => firstScreensOf(without)).toThrow('login');
});

test('behavior: home, login and the tabs that are opened most have their files, by each of their paths', () => {
  const beside = ['assets/tab-parts-DELw1X_T.js', 'assets/home-aB-k9_aZ.js', 'assets/login-DELw1X_T.js'];
  expect(firstScreensOf(files)).toEqual({
    '': { files: ['assets/home-aB-k9_aZ.js'], texts: ['home'] },
    '/pages/home/home': { files: ['assets/home-aB-k9_aZ.js'], texts: ['home'] },
    '/pages/login/login': { files: ['assets/login-DELw1X_T.js'], texts: ['auth'] },
    '/pages/wallet/wallet': { files: [...beside, 'assets/wallet-DELw1X_T.js'], texts: ['asset', 'member'] },
    '/pages/swap/swap': { files: [...beside, 'assets/swap-DELw1X_T.js'], texts: ['market', 'swap'] },
    '/pages/swap/kline/kline': { files: [...beside, 'assets/swap-DELw1X_T.js'], texts: ['market'] },
  });
});
