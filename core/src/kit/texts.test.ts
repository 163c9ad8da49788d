import { expect, test } from 'vitest';
import { locales } from './language.ts';
import { languageOrder, textIn } from './texts.ts';

test('behavior: the asked language, else English, else Traditional Chinese, else any', () => {
  const all = { es: 'Taza', en: 'Mug', 'zh-Hant': '杯子', ko: '컵' };
  expect(textIn(all, 'es')).toBe('Taza');
  expect(textIn(all, 'th')).toBe('Mug');
  expect(textIn({ 'zh-Hant': '杯子', ko: '컵' }, 'th')).toBe('杯子');
  expect(textIn({ ko: '컵' }, 'th')).toBe('컵');
  expect(textIn({ es: '', ko: '컵' }, 'es')).toBe('컵');
  expect(textIn({}, 'es')).toBe('');
});

test('property: every order of languages holds each of the nine once, the asked one first', () => {
  for (const asked of locales) {
    const order = languageOrder(asked);
    expect(order[0]).toBe(asked);
    expect([...order].toSorted()).toEqual([...locales].toSorted());
  }
});
