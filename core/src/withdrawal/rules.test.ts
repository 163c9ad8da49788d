import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin, parseAmount } from '../money/amount.ts';
import { checkAmount, checkCoin, checkDestination, checkReason, leastOf, quoteWithdrawal } from './rules.ts';

const rule = { minimum: 20n * oneCoin, multiple: 20n * oneCoin, maximum: 10n ** 38n, fee: oneCoin };
const runs = 100_000;

describe('checkAmount', () => {
  test.each([
    ['', 'badamount'],
    ['-20', 'badamount'],
    ['0', 'badamount'],
    ['1e2', 'badamount'],
    ['0x14', 'badamount'],
    ['NaN', 'badamount'],
    ['２０', 'badamount'],
    ['20,000', 'badamount'],
    ['20.000', 'badamount'],
    [(2n ** 256n).toString(), 'badamount'],
    ['19.99', 'toosmall'],
    ['20.01', 'notmultiple'],
    ['30', 'notmultiple'],
  ])('refuses: %s as %s', (text, problem) => {
    expect(checkAmount(text, rule)?.code).toBe(`withdrawal.${problem}`);
  });

  test('refuses: more than one payout may be, and says how much that is; the most itself passes', () => {
    const capped = { ...rule, maximum: 10_000n * oneCoin };
    expect(checkAmount('10000', capped)).toBeUndefined();
    expect(checkAmount('10020', capped)).toMatchObject({
      code: 'withdrawal.toomuch',
      params: { maximum: '10000' },
    });
    expect(checkAmount('10001', capped)?.code).toBe('withdrawal.notmultiple');
  });

  test('refuses: what the fee would eat, and names an amount that is enough', () => {
    for (const [fee, least] of [
      ['19.99', '20'],
      ['20', '40'],
      ['25', '40'],
      ['40', '60'],
    ] as const) {
      const dear = { ...rule, fee: parseAmount(fee) ?? 0n };
      expect(leastOf(dear)).toBe(parseAmount(least));
      expect(checkAmount(least, dear)).toBeUndefined();
      expect(checkAmount('19.99', dear)?.params).toEqual({ minimum: least });
    }
    expect(leastOf({ ...rule, minimum: 100n * oneCoin })).toBe(100n * oneCoin);
  });

  test('property: accepted exactly for whole multiples of the rule, one unit either side refused', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 4_999_999_999_999_999_999n }),
        fc.constantFrom(-1n, 0n, 1n),
        (n, off) => {
          const cents = n * 2000n + off;
          const text = `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`;
          expect(checkAmount(text, rule) === undefined).toBe(off === 0n);
        },
      ),
      { numRuns: runs },
    );
  });
});

describe('quoteWithdrawal', () => {
  test('refuses: a fee that eats the amount', () => {
    expect(() => quoteWithdrawal(oneCoin, oneCoin)).toThrow('withdrawal.toosmall');
  });
  test('behavior: 20 arrive as 19', () => {
    expect(quoteWithdrawal(20n * oneCoin, oneCoin).received).toBe(parseAmount('19'));
  });
  test('property: fee and received sum to the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 38n }),
        fc.bigInt({ min: 0n, max: 10n ** 19n }),
        (amount, fee) => {
          fc.pre(amount > fee);
          const quote = quoteWithdrawal(amount, fee);
          expect(quote.fee + quote.received).toBe(amount);
          expect(quote.received > 0n).toBe(true);
        },
      ),
    );
  });
});

describe('checkDestination', () => {
  const ours = new Set([`0x${'ab'.repeat(20)}`]);
  test.each([
    '',
    '0x',
    'not an address',
    `0x${'0'.repeat(40)}`,
    `0x${'0'.repeat(39)}1`,
    `0x${'0'.repeat(39)}9`,
    `0x${'0'.repeat(36)}ffff`,
    `0x${'0'.repeat(36)}dead`,
    `0x${'ab'.repeat(20)}`,
    `0x${'AB'.repeat(20)}`,
    `0x${'12'.repeat(19)}`,
    `0x${'12'.repeat(21)}`,
    `0x${'1g'.repeat(20)}`,
    '12'.repeat(20),
    ` 0x${'12'.repeat(20)}`,
    `0x${'12'.repeat(20)}\n`,
  ])('refuses: %j', (address) => {
    expect(checkDestination(address, ours)?.code).toBe('withdrawal.badaddress');
  });
  test('behavior: an outside wallet is accepted', () => {
    expect(checkDestination(`0x${'12'.repeat(20)}`, ours)).toBeUndefined();
  });
});

test.each(['OUSD', 'EQUITY', 'OBL', 'POY', 'BTC'])('refuses: %s cannot leave to the chain', (coin) => {
  expect(checkCoin(coin)?.code).toBe('withdrawal.badcoin');
});

test('refuses: a decision without a reason', () => {
  expect(checkReason('  a ')?.code).toBe('withdrawal.needreason');
  expect(checkReason('known member')).toBeUndefined();
});
