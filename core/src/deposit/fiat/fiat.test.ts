import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameName, proposeMatches } from './match.ts';
import {
  checkFiatAmount,
  creditDown,
  creditOf,
  fiatStep,
  formatFiat,
  isSmallStep,
  parseFiat,
} from './quote.ts';
import { findReferences, holdsNearly, isReference, makeReference } from './reference.ts';
import { fiatMoves, fiatStates, isPending, nextFiat } from './state.ts';
import { fingerprintsOf, parseBankAmount, parseDay } from './statement.ts';
import type { StatementLine } from './statement.ts';

/** Written down a second time: state, move → state. */
const allowed = new Map([
  ['open slip', 'slip'],
  ['open match', 'matched'],
  ['open reject', 'rejected'],
  ['open expire', 'expired'],
  ['slip slip', 'slip'],
  ['slip match', 'matched'],
  ['slip reject', 'rejected'],
  ['matched credit', 'credited'],
  ['matched reject', 'rejected'],
  ['expired match', 'matched'],
]);

test('refuses: every move out of every state but those of the table', () => {
  for (const state of fiatStates)
    for (const move of fiatMoves)
      expect(nextFiat(state, move), `${state} ${move}`).toBe(allowed.get(`${state} ${move}`));
  expect(fiatStates.filter(isPending)).toEqual(['open', 'slip', 'matched']);
});

test.each(['', '0', '0.00', '-1', '1e3', '1,5', ' 1', '01', '1.234', '9999999999999'])(
  'refuses: %j as an amount of two places',
  (text) => expect(parseFiat(text, 2)).toBeUndefined(),
);

test('refuses: too little, too much, and more than is left of the day, in this order', () => {
  const show = String;
  const limits = { least: 10n, most: 100n, dayMost: 150n, dayUsed: 100n };
  expect(checkFiatAmount(9n, limits, show)?.code).toBe('deposit.fiattoosmall');
  expect(checkFiatAmount(101n, limits, show)?.code).toBe('deposit.fiattoomuch');
  expect(checkFiatAmount(51n, limits, show)?.params).toEqual({ left: '50' });
  expect(checkFiatAmount(50n, limits, show)).toBeUndefined();
});

const rates = fc.record({
  priceE18: fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n }),
  spreadBps: fc.integer({ min: 0, max: 2000 }),
});
const money = fc.bigInt({ min: 1n, max: 10n ** 14n });
const places = fc.integer({ min: 0, max: 4 });

test('property: a credit is the exact quotient, and less than one millionth below it', () => {
  fc.assert(
    fc.property(money, places, rates, (minor, decimals, rate) => {
      const credit = creditDown(minor, decimals, rate);
      expect(credit % fiatStep).toBe(0n);
      const price = rate.priceE18 * BigInt(10_000 + rate.spreadBps);
      const worth = minor * 10n ** 40n;
      expect(credit * 10n ** BigInt(decimals) * price <= worth).toBe(true);
      expect((credit + fiatStep) * 10n ** BigInt(decimals) * price > worth).toBe(true);
    }),
  );
});

test('property: an amount reads back as it is written', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }), places, (minor, decimals) => {
      expect(parseFiat(formatFiat(minor, decimals), decimals)).toBe(minor);
    }),
  );
});

test('behavior: the order’s rate holds up to its amount, the present one beyond it and after its end', () => {
  const rate = { priceE18: 10n ** 18n, spreadBps: 0 };
  const dear = { priceE18: 2n * 10n ** 18n, spreadBps: 0 };
  const order = { amount: 10_000n, decimals: 2, rate, late: false };
  const coin = 10n ** 18n;
  expect(creditOf(10_000n, order, undefined)).toBe(100n * coin);
  expect(creditOf(4_000n, order, undefined)).toBe(40n * coin);
  expect(creditOf(12_000n, order, undefined)).toBeUndefined();
  expect(creditOf(12_000n, order, dear)).toBe(110n * coin);
  expect(creditOf(10_000n, { ...order, late: true }, dear)).toBe(50n * coin);
  expect(creditOf(10_000n, { ...order, late: true }, undefined)).toBeUndefined();
});

test('behavior: a step of the rate counts with its spread', () => {
  const rate = { priceE18: 10n ** 18n, spreadBps: 0 };
  expect(isSmallStep(rate, { priceE18: 105n * 10n ** 16n, spreadBps: 0 }, 500)).toBe(true);
  expect(isSmallStep(rate, { priceE18: 105n * 10n ** 16n, spreadBps: 1 }, 500)).toBe(false);
  expect(isSmallStep(rate, { priceE18: 10n ** 18n, spreadBps: 2000 }, 500)).toBe(false);
});

const bytes = fc.uint8Array({ minLength: 8, maxLength: 8 });
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

test('property: one wrong character, and two that changed places, are never another right reference', () => {
  fc.assert(
    fc.property(
      bytes,
      fc.integer({ min: 2, max: 10 }),
      fc.integer({ min: 0, max: 30 }),
      (random, at, other) => {
        const reference = makeReference(random);
        expect(isReference(reference)).toBe(true);
        const wrong = reference.slice(0, at) + alphabet.charAt(other) + reference.slice(at + 1);
        expect(isReference(wrong)).toBe(wrong === reference);
        expect(holdsNearly(wrong, reference)).toBe(true);
        const one = reference.charAt(at);
        const two = reference.charAt(at + 1);
        const turned = reference.slice(0, at) + two + one + reference.slice(at + 2);
        if (at < 9) expect(isReference(turned)).toBe(one === two);
      },
    ),
  );
});

test('behavior: a reference is found in what a bank makes of it', () => {
  const reference = makeReference(Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]));
  const [head, tail] = [reference.slice(0, 5), reference.slice(5)];
  expect(findReferences(`SVWZ+ ${head} ${tail.toLowerCase()}/deposit`)).toEqual([reference]);
  expect(findReferences('OMELETTE FOR TWO')).toEqual([]);
  expect(holdsNearly(`x ${head}-${tail.slice(1)} y`, reference)).toBe(true);
  expect(holdsNearly(`x ${head}${tail.slice(2)} y`, reference)).toBe(false);
});

test('behavior: matches stand surest first, and another currency never matches', () => {
  const reference = makeReference(Uint8Array.from([9, 9, 9, 9, 9, 9, 9, 9]));
  const base = {
    currency: 'EUR',
    amount: 100n,
    reference: makeReference(Uint8Array.from([7, 7, 1, 7, 7, 7, 7, 7])),
    payer: 'No One',
  };
  const line = { currency: 'EUR', amount: 100n, text: `thanks ${reference}`, name: 'Dr. Jürgen MÜLLER' };
  const orders = [
    { ...base, id: 'amount' },
    { ...base, id: 'named', payer: 'Muller Jurgen' },
    { ...base, id: 'sure', reference, amount: 5n },
    { ...base, id: 'other', currency: 'JPY', reference },
    { ...base, id: 'name', payer: 'müller jürgen', amount: 3n },
  ];
  expect(proposeMatches(line, orders)).toEqual([
    { id: 'sure', by: 'reference' },
    { id: 'named', by: 'amountname' },
    { id: 'amount', by: 'amount' },
    { id: 'name', by: 'name' },
  ]);
  expect(isSameName('', '')).toBe(false);
});

test.each<[string, '.' | ',', { minor: bigint; out: boolean } | undefined]>([
  ['1,234.50', '.', { minor: 123_450n, out: false }],
  ['1.234,50', ',', { minor: 123_450n, out: false }],
  ['1 234,5', ',', { minor: 123_450n, out: false }],
  ['+12.00', '.', { minor: 1_200n, out: false }],
  ['-12.00', '.', { minor: 1_200n, out: true }],
  ['12.00-', '.', { minor: 1_200n, out: true }],
  ['12.3400', '.', { minor: 1_234n, out: false }],
  ['0,00', ',', { minor: 0n, out: false }],
  ['-0', '.', { minor: 0n, out: true }],
  ['12.345', '.', undefined],
  ['1,23.45', '.', undefined],
  ['12,50', '.', undefined],
  ['=1+1', '.', undefined],
  ['', '.', undefined],
])('behavior: a bank’s %j', (text, decimal, expected) => {
  expect(parseBankAmount(text, decimal, 2)).toEqual(expected);
});

test('behavior: dates are read in the order that is told, and only days that are', () => {
  expect(parseDay('2026-02-28', 'ymd')).toBe('2026-02-28');
  expect(parseDay('2026-02-28T10:00:00+01:00', 'ymd')).toBe('2026-02-28');
  expect(parseDay('1.2.2026', 'dmy')).toBe('2026-02-01');
  expect(parseDay('02/01/26', 'mdy')).toBe('2026-02-01');
  for (const text of ['2026-02-29', '31.04.2026', 'soon', '2026-13-01'])
    expect(parseDay(text, 'ymd')).toBeUndefined();
});

test.each(['NOTPROVIDED', 'NonRef', ' '])(
  'behavior: two payers of one sum on one day are two lines where the bank says %j for a reference',
  (bankRef) => {
    const anna = {
      part: 1,
      line: 2,
      day: '2026-05-04',
      currency: 'EUR',
      amount: 100n,
      bankRef,
      account: '',
      text: '',
    };
    const [first] = fingerprintsOf([{ ...anna, name: 'Anna' }]);
    const [bert, again] = fingerprintsOf([
      { ...anna, name: 'Bert' },
      { ...anna, name: 'Anna' },
    ]);
    expect(bert).not.toBe(first);
    expect(again).toBe(first);
  },
);

test('behavior: equal lines of one statement are two, the same line in another file or statement is one', () => {
  const line: StatementLine = {
    part: 1,
    line: 2,
    day: '2026-05-04',
    currency: 'EUR',
    amount: 100n,
    bankRef: '',
    name: 'Anna',
    account: 'DE1',
    text: 'rent',
  };
  const [one, two] = fingerprintsOf([line, { ...line, line: 3 }]);
  expect(one).not.toBe(two);
  expect(fingerprintsOf([{ ...line, line: 9, name: ' ANNA ' }])).toEqual([one]);
  // Two statements in one file that overlap, as two files do.
  const overlapping = [line, { ...line, part: 2, line: 9 }, { ...line, part: 2, line: 10 }];
  expect(fingerprintsOf(overlapping)).toEqual([one, one, two]);
  const known = fingerprintsOf([{ ...line, bankRef: 'B1' }]);
  expect(fingerprintsOf([{ ...line, bankRef: 'B1', text: 'another wording' }])).toEqual(known);
});
