import { expect, test } from 'vitest';
import { firstScreensOf } from './page-preload.ts';

test('refuses: a build in which a first screen has no file of its own', () => {
  expect(() => firstScreensOf(['assets/home-Bx3k9_aZ.js', 'assets/login-code-Bx3k9_aZ.js'])).toThrow('login');
});

test('behavior: home and login have their files, by each of their paths', () => {
  const files = [
    'assets/home-Bx3k9_aZ.css',
    'assets/home-card-Bx3k9_aZ.js',
    'assets/home-aB-k9_aZ.js',
    'assets/login-DELw1X_T.js',
  ];
  expect(firstScreensOf(files)).toEqual({
    '': { file: 'assets/home-aB-k9_aZ.js', texts: 'home' },
    '/pages/home/home': { file: 'assets/home-aB-k9_aZ.js', texts: 'home' },
    '/pages/login/login': { file: 'assets/login-DELw1X_T.js', texts: 'auth' },
  });
});
