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

test('behavior: home, login and the tabs that are opened most have their files and texts', () => {
  const beside = ['tab-parts-DELw1X_T.js', 'home-aB-k9_aZ.js', 'login-DELw1X_T.js'];
  expect(firstScreensOf(files)).toEqual({
    '/home/home': ['home-aB-k9_aZ.js', 'home'],
    '/login/login': ['login-DELw1X_T.js', 'auth'],
    '/wallet/wallet': [...beside, 'wallet-DELw1X_T.js', 'asset', 'member'],
    '/swap/swap': [...beside, 'swap-DELw1X_T.js', 'market', 'swap'],
    '/swap/kline/kline': [...beside, 'swap-DELw1X_T.js', 'market'],
  });
});
