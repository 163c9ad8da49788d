import { expect, test } from 'vitest';
import { sortFiles } from './service-worker-plugin.ts';

const names = [
  'index.html',
  'assets/main-Bx3k9_aZ.js',
  'assets/boot-aZ3k9_Bx.js',
  'assets/style-Cx3k9_aZ.css',
  'assets/en.app-0123abcd.json',
  'assets/common-passwords-Dx3k9_aZ.js',
  'service-worker.js',
];

test('refuses: the worker keeps neither itself nor what is only of use with a network', () => {
  const { shell, all } = sortFiles(names, '<!doctype html>');
  expect(shell.map(({ url }) => url)).toEqual([
    '/index.html',
    '/assets/boot-aZ3k9_Bx.js',
    '/assets/main-Bx3k9_aZ.js',
    '/assets/style-Cx3k9_aZ.css',
  ]);
  expect(all).toContain('/assets/common-passwords-Dx3k9_aZ.js');
  expect(all).not.toContain('/service-worker.js');
});

test('behavior: another page is another revision; the same build gives the same list', () => {
  const first = sortFiles(names, 'one');
  expect(sortFiles(names.toReversed(), 'one')).toEqual(first);
  expect(sortFiles(names, 'two').shell[0]?.revision).not.toBe(first.shell[0]?.revision);
  expect(first.shell.slice(1).every(({ revision }) => revision === null)).toBe(true);
});
