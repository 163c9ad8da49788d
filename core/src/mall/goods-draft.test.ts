import { expect, test } from 'vitest';
import { checkGoodsDraft, readPrice } from './goods-draft.ts';

const sku = { names: {}, price: '10', obl: '0' };
const red = { names: { en: 'Red' }, price: '10', obl: '2' };
const codeOf = (names: object, skus: readonly (typeof sku)[]) =>
  checkGoodsDraft({ names, skus })?.code ?? 'ok';

test.each([
  ['no name', {}, [sku], 'mall.noname'],
  ['a name of spaces', { en: '  ' }, [sku], 'mall.noname'],
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
  ['one of two without a name', { en: 'Cup' }, [red, sku], 'mall.twovariants'],
])('refuses: %s', (_what, names, skus, code) => {
  expect(codeOf(names, skus as (typeof sku)[])).toBe(code);
});

test('behavior: one variant needs no name, and OBL may pay all of it', () => {
  expect(codeOf({ th: 'ถ้วย' }, [{ ...sku, obl: '10' }])).toBe('ok');
  expect(codeOf({ en: 'Cup' }, [red, { ...red, names: { en: 'Blue' } }] as never)).toBe('ok');
  expect(readPrice('0', true)).toBe(0n);
  expect(readPrice('1000000', false)).toBe(10n ** 24n);
});
