import { expect, test } from 'vitest';
import { classNamer } from './class-names.ts';

const files = ['ui/button.module.css', 'home/home.module.css', 'ui/card.module.css'];

/** What a style sheet takes as a class without escaping. */
const CSS_CLASS = /^_[a-z0-9]+-[a-z0-9]+$/;

test('behavior: each class of each file has a name of its own, and the same one when it is asked again', () => {
  const name = classNamer(files);
  const asked = files.flatMap((file) => ['card', 'title', 'card'].map((local) => name(local, file)));
  const [card, title, again] = asked;
  expect(again).toBe(card);
  expect(title).not.toBe(card);
  expect(new Set(asked).size).toBe(6);
  for (const one of asked) expect(CSS_CLASS.test(one)).toBe(true);
});

test('property: the order in which files are listed and read changes no name', () => {
  const first = classNamer(files);
  const second = classNamer(files.toReversed());
  const names = files.map((file) => first('card', file));
  const later = files.toReversed().map((file) => second('card', file));
  expect(later.toReversed()).toEqual(names);
});

test('property: numbers of many files and classes are never read as those of others', () => {
  const many = Array.from({ length: 1500 }, (_, at) => `a/${String(at).padStart(4, '0')}.module.css`);
  const name = classNamer(many);
  const names = many.flatMap((file) => Array.from({ length: 40 }, (_, at) => name(`class${at}`, file)));
  expect(new Set(names).size).toBe(names.length);
});

test('refuses: a style file that is none of the app', () => {
  expect(() => classNamer(files)('card', '../console/src/card.module.css')).toThrow('none of the app');
});
