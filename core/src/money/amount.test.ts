import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAmount, oneCoin, parseAmount } from './amount.ts';

const largest = 10n ** 31n * oneCoin - 1n;
const amount = fc.bigInt({ min: 0n, max: largest });

test.each([
  ['nothing', ''],
  ['a sign', '-1'],
  ['a plus', '+1'],
  ['an exponent', '1e3'],
  ['an exponent in capitals', '1E3'],
  ['a hexadecimal number', '0x10'],
  ['a leading zero', '01'],
  ['a point without a fraction', '1.'],
  ['a point without a whole', '.5'],
  ['two points', '1.2.3'],
  ['a comma', '1,5'],
  ['grouping', '1 000'],
  ['an underscore', '1_000'],
  ['a blank before', ' 1'],
  ['a line end after', '1\n'],
  ['Arabic digits', '١٢'],
  ['full-width digits', '１２'],
  ['Thai digits', '๑.๕'],
  ['a word', 'Infinity'],
  ['no number', 'NaN'],
  ['nineteen decimals', `0.${'1'.repeat(19)}`],
  ['thirty-two digits before the point', '1'.repeat(32)],
])('refuses: %s', (_what, text) => {
  expect(parseAmount(text)).toBeUndefined();
});

test('refuses: more places than are asked for, even when they are zeros', () => {
  expect(parseAmount('1.001', 2)).toBeUndefined();
  expect(parseAmount('1.000', 2)).toBeUndefined();
  expect(parseAmount('1.5', 0)).toBeUndefined();
});

test('property: what is written is read back as the same amount', () => {
  fc.assert(fc.property(amount, (units) => parseAmount(formatAmount(units)) === units));
});

test('property: whatever is read is written in the one shape of its number', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^(0|[1-9][0-9]{0,30})$/),
      fc.stringMatching(/^[0-9]{1,18}$/),
      (whole, fraction) => {
        const kept = fraction.replace(/0+$/, '');
        expect(formatAmount(parseAmount(`${whole}.${fraction}`) ?? -1n)).toBe(
          kept === '' ? whole : `${whole}.${kept}`,
        );
      },
    ),
  );
});

test('property: any other text is refused, never misread', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const read = parseAmount(text);
      if (read !== undefined) expect(text).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]{1,18})?$/);
    }),
  );
});

test('property: amounts below zero are written with a sign, and their size is unchanged', () => {
  fc.assert(
    fc.property(amount, (units) => units === 0n || formatAmount(-units) === `-${formatAmount(units)}`),
  );
});

test.each([
  [0n, '0'],
  [1n, '0.000000000000000001'],
  [oneCoin, '1'],
  [12n * oneCoin + oneCoin / 2n, '12.5'],
])('behavior: %s base units are %s', (units, text) => {
  expect(formatAmount(units)).toBe(text);
  expect(parseAmount(text)).toBe(units);
});
