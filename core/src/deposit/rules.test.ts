import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { checkDepositor, confirmationsOf, decideDeposit, judgeHash } from './rules.ts';
import type { TransferVerdict } from './rules.ts';

const token = '0x55d398326f99059ff775485246999027b3197955';
const anyone = { country: 'DE', exitOnly: false, barred: false, listed: false, coolingUntil: null };

describe('who may deposit', () => {
  test('refuses: in the documented order', () => {
    const until = '2026-11-24T00:00:00.000Z';
    const worst = { country: null, exitOnly: true, barred: true, listed: true, coolingUntil: until };
    expect(checkDepositor('POY', undefined, worst)?.code).toBe('deposit.badcoin');
    expect(checkDepositor('OPEN', token, anyone)?.code).toBe('deposit.badcoin');
    expect(checkDepositor('NOPE', token, anyone)?.code).toBe('deposit.badcoin');
    expect(checkDepositor('USDT', undefined, worst)?.code).toBe('deposit.nochain');
    expect(checkDepositor('USDT', token, worst)?.code).toBe('deposit.barred');
    expect(checkDepositor('USDT', token, { ...anyone, exitOnly: true })?.code).toBe('deposit.barred');
    const listed = { ...anyone, country: null, listed: true, coolingUntil: until };
    expect(checkDepositor('USDT', token, listed)?.code).toBe('deposit.listed');
    const nowhere = { ...anyone, country: null, coolingUntil: until };
    expect(checkDepositor('USDT', token, nowhere)?.code).toBe('deposit.nocountry');
    expect(checkDepositor('USDT', token, { ...anyone, coolingUntil: until })).toMatchObject({
      code: 'deposit.cooling',
      params: { until },
    });
  });

  test('behavior: others may, in USDT and USDO', () => {
    expect(checkDepositor('USDT', token, anyone)).toBeUndefined();
    expect(checkDepositor('USDO', token, anyone)).toBeUndefined();
  });
});

describe('what becomes of a transfer', () => {
  const minimum = 10n * oneCoin;

  test('refuses: to credit a base unit less than the minimum, and coins that are not deposited', () => {
    expect(decideDeposit('USDT', minimum - 1n, minimum)).toBe('ignored');
    expect(decideDeposit('USDT', (999n * oneCoin) / 100n, minimum)).toBe('ignored');
    expect(decideDeposit('OPEN', 1_000n * minimum, minimum)).toBe('ignored');
  });

  test('property: from the minimum on, everything is credited', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n }), (amount) => {
        expect(decideDeposit('USDT', amount, minimum)).toBe(amount >= minimum ? 'credited' : 'ignored');
      }),
    );
  });

  test('behavior: the block itself is the first confirmation', () => {
    expect([confirmationsOf(10n, 9n), confirmationsOf(10n, 10n), confirmationsOf(10n, 24n)]).toEqual([
      0, 1, 15,
    ]);
  });
});

describe('the verdict on a pasted hash', () => {
  const transfer: TransferVerdict = { toYou: true, rightToken: true, enough: true, status: 'seen' };

  test('refuses: to call anything booked that is not credited to the member', () => {
    expect(judgeHash(false, false, [])).toBe('notfound');
    expect(judgeHash(true, false, [transfer])).toBe('failed');
    expect(judgeHash(true, true, [])).toBe('nottoyou');
    expect(judgeHash(true, true, [{ ...transfer, toYou: false, status: 'credited' }])).toBe('nottoyou');
    expect(judgeHash(true, true, [{ ...transfer, rightToken: false, status: 'ignored' }])).toBe('wrongtoken');
    expect(judgeHash(true, true, [{ ...transfer, enough: false }])).toBe('toosmall');
    expect(judgeHash(true, true, [{ ...transfer, status: 'ignored' }])).toBe('toosmall');
    expect(judgeHash(true, true, [{ ...transfer, status: 'none' }])).toBe('confirming');
  });

  test('behavior: booked as soon as one transfer to the member is credited', () => {
    const small: TransferVerdict = { ...transfer, enough: false };
    expect(judgeHash(true, true, [small, { ...transfer, status: 'credited' }])).toBe('booked');
  });
});
