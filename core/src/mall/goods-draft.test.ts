import { expect, test } from 'vitest';
import { checkGoodsDraft, goodsName, readPrice } from './goods-draft.ts';

const sku = { names: {}, price: '10', obl: '0' };
const red = { names: { en: 'Red' }, price: '10', obl: '2' };
const codeOf = (names: object, skus: readonly (typeof sku)[]) =>
  checkGoodsDraft({ names, skus })?.code ?? 'ok';

test.each([
  ['no name', {}, [sku], 'mall.noname'],
  ['a name of spaces', { en: '  ' }, [sku], 'mall.noname'],
  ['a name of nothing that is seen', { en: '\u200b\u2060\u3164\u202e' }, [sku], 'mall.noname'],
  ['a price of nothing', { en: 'Cup' }, [{ ...sku, price: '0' }], 'mall.badprice'],
  [
    'a price above the bound',
    { en: 'Cup' },
    [{ ...sku, price: '1000000.000000000000000001' }],
    'mall.badprice',
  ],
  ['a price that is no number', { en: 'Cup' }, [{ ...sku, price: '1e3' }], 'mall.badprice'],
  ['more OBL than price', { en: 'Cup' }, [{ ...sku, obl: '10.000000000000000001' }], 'mall.bigobl'],
  ['two variants of one name', { en: 'Cup' }, [red, { ...red, names: { en: 'red ' } }], 'mall.twovariants'],
  [
    'two of one name but for what is not seen',
    { en: 'Cup' },
    [red, { ...red, names: { en: 'Re\u202cd' } }],
    'mall.twovariants',
  ],
  ['one of two without a name', { en: 'Cup' }, [red, sku], 'mall.twovariants'],
])('refuses: %s', (_what, names, skus, code) => {
  expect(codeOf(names, skus as (typeof sku)[])).toBe(code);
});

test('refuses: what steers the text around a name, lines, and a heap of marks', () => {
  expect(goodsName(' Lamp \u202eTDSU 00.1\u202c\u2067 ')).toBe('Lamp TDSU 00.1');
  expect(goodsName('Two\nlines\tand\u2028more')).toBe('Two lines and more');
  expect(goodsName(`Cu${'\u0301'.repeat(50)}p`)).toBe(`C\u00fa${'\u0301'.repeat(4)}p`);
  expect(goodsName('\u{e000}\ud800Cup')).toBe('Cup');
});

test('behavior: a name keeps what languages and emoji are written with', () => {
  for (const name of ['ถ้วยน้ำชา', 'क्‍ष', '👩‍🍳 Apron', 'Cup ❤️ 1️⃣', 'كوب', '茶杯 №1'])
    expect(goodsName(name)).toBe(name.normalize('NFC'));
});

test('behavior: one variant needs no name, and OBL may pay all of it', () => {
  expect(codeOf({ th: 'ถ้วย' }, [{ ...sku, obl: '10' }])).toBe('ok');
  expect(codeOf({ en: 'Cup' }, [red, { ...red, names: { en: 'Blue' } }] as never)).toBe('ok');
  expect(readPrice('0', true)).toBe(0n);
  expect(readPrice('1000000', false)).toBe(10n ** 24n);
});
