import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin, parseAmount } from '../money/amount.ts';
import {
  checkAmount,
  checkCoin,
  checkContactName,
  checkNote,
  looksLike,
  normaliseText,
  quoteTransfer,
} from './rules.ts';

const rule = { minimum: 20n * oneCoin, multiple: 20n * oneCoin };
const runs = 100_000;

describe('checkAmount', () => {
  test.each([
    ['', 'badamount'],
    ['-20', 'badamount'],
    ['-0', 'badamount'],
    ['0', 'badamount'],
    ['0.00', 'badamount'],
    ['1e2', 'badamount'],
    ['0x14', 'badamount'],
    ['NaN', 'badamount'],
    ['Infinity', 'badamount'],
    ['２０', 'badamount'],
    ['٢٠', 'badamount'],
    ['20,000', 'badamount'],
    ['20.000', 'badamount'],
    [' 20', 'badamount'],
    ['20 ', 'badamount'],
    ['+20', 'badamount'],
    ['020', 'badamount'],
    ['20.', 'badamount'],
    ['.5', 'badamount'],
    [`20.${'0'.repeat(19)}`, 'badamount'],
    [(2n ** 256n).toString(), 'badamount'],
    ['100000000000000000000', 'badamount'],
    ['0.01', 'toosmall'],
    ['19.99', 'toosmall'],
    ['20.01', 'notmultiple'],
    ['39.99', 'notmultiple'],
    ['50', 'notmultiple'],
  ])('refuses: %s as %s', (text, problem) => {
    expect(checkAmount(text, rule)?.code).toBe(`transfer.${problem}`);
  });

  test.each(['20', '20.0', '20.00', '40', '1000000', '99999999999999999980'])(
    'behavior: accepts %s',
    (text) => {
      expect(checkAmount(text, rule)).toBeUndefined();
    },
  );

  test('property: accepted exactly when the reference grammar and arithmetic accept', () => {
    const reference = (text: string): boolean => {
      if (!/^(0|[1-9][0-9]{0,30})(\.[0-9]{1,2})?$/.test(text)) return false;
      const [whole = '0', fraction = ''] = text.split('.');
      const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
      return cents >= 2000n && cents % 2000n === 0n && BigInt(whole) < 10n ** 20n;
    };
    const nearAmount = fc
      .tuple(
        fc.bigInt({ min: 0n, max: 10n ** 33n }),
        fc.constantFrom('', '.0', '.00', '.5', '.01', '.000', 'e1', ' '),
      )
      .map(([whole, tail]) => `${whole}${tail}`);
    const multiples = fc.bigInt({ min: 0n, max: 10n ** 19n }).map((n) => String(n * 20n));
    const noise = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789.,-+eExX ２٢')),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.oneof(nearAmount, multiples, noise, fc.string()), (text) => {
        expect(checkAmount(text, rule) === undefined).toBe(reference(text));
      }),
      { numRuns: runs },
    );
  });
});

describe('checkCoin', () => {
  test.each(['OUSD', 'EQUITY', 'OBL', 'POY', 'BTC', ''])('refuses: %s', (coin) => {
    expect(checkCoin(coin)?.code).toBe('transfer.badcoin');
  });
  test.each(['USDT', 'OPEN', 'USDO'])('behavior: %s can be sent', (coin) => {
    expect(checkCoin(coin)).toBeUndefined();
  });
});

describe('quoteTransfer', () => {
  test('behavior: 0.5 % of 20 is 0.1', () => {
    expect(quoteTransfer(20n * oneCoin, 50)).toEqual({
      amount: 20n * oneCoin,
      fee: parseAmount('0.1'),
      received: parseAmount('19.9'),
    });
  });
  test('property: parts sum to the whole, the fee rounds up by less than one unit, and splitting never pays', () => {
    const amounts = fc.bigInt({ min: 1n, max: 10n ** 38n - 1n });
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 10_000 }), (a, b, bps) => {
        const whole = quoteTransfer(a + b, bps);
        expect(whole.fee + whole.received).toBe(whole.amount);
        expect(whole.received >= 0n).toBe(true);
        const exact = whole.amount * BigInt(bps);
        expect(whole.fee * 10_000n - exact >= 0n && whole.fee * 10_000n - exact < 10_000n).toBe(true);
        expect(quoteTransfer(a, bps).received + quoteTransfer(b, bps).received <= whole.received).toBe(true);
      }),
      { numRuns: runs },
    );
  });
});

describe('looksLike', () => {
  test.each([
    ['A7K2PX', 'A7K2PX', false],
    ['a7k2px', 'A7K2PX', false],
    // One code in two spellings is one person.
    ['OAM372', '0am-372', false],
    ['A7K2PX', 'A7K2QX', true],
    ['A7K2PX', 'A7Z2QX', true],
    ['A7K2PX', 'B7Z2QX', false],
    ['0x1234567890abcdef1234567890abcdef12345678', '0x1234aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa5678', true],
    ['0x1234567890abcdef1234567890abcdef12345678', '0x1234567890ABCDEF1234567890abcdef12345678', false],
    ['0x1234567890abcdef1234567890abcdef12345678', '0x9234567890abcdef1234567890abcdef12345678', false],
  ])('behavior: %s and %s: %s', (target, before, alike) => {
    expect(looksLike(target, before)).toBe(alike);
  });
});

describe('notes and names', () => {
  test.each(['a\u0000b', 'a\nb', 'pay \u202egnp.exe', 'a\u2066b', 'zero\u200bwidth', 'x'.repeat(141)])(
    'refuses: a note that shows as something else, or does not fit: %j',
    (note) => {
      expect(checkNote(note)?.code).toBe('transfer.badnote');
    },
  );

  test.each(['', '   ', 'x'.repeat(41), 'M\u202eark'])('refuses: a name that is none: %j', (name) => {
    expect(checkContactName(name)?.code).toBe('transfer.badname');
  });

  test.each(['', 'Dinner & drinks', '昨天的晚餐', 'ค่าอาหาร', 'Café 👩‍👩‍👧', 'x'.repeat(140)])(
    'behavior: a plain note passes: %j',
    (note) => {
      expect(checkNote(note)).toBeUndefined();
    },
  );

  test('behavior: the same words have one spelling', () => {
    expect(normaliseText(' Cafe\u0301 ')).toBe('Café');
  });
});
