import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { activityDepositMost, activityDepositTiers, activityStarts } from '../setting/activity.ts';
import { defaultOf } from '../setting/define.ts';
import { activityState, depositBonusDown, refusalOf } from './rules.ts';
import type { TakerFacts } from './rules.ts';

const rule = { tiers: defaultOf(activityDepositTiers), most: defaultOf(activityDepositMost) };
const clean: TakerFacts = {
  exitOnly: false,
  countryOff: false,
  family: false,
  device: false,
  payer: false,
  full: false,
};

test('refuses: a tier that gives more than the whole, such as the standard ones with one digit too many', () => {
  const tiers = activityDepositTiers.default.split(',');
  for (const at of tiers.keys())
    expect(() =>
      activityDepositTiers.read(
        tiers
          .map((tier, one) => (one === at ? `${tier}0` : tier))
          .slice(0, at + 1)
          .join(),
      ),
    ).toThrow();
  expect(activityDepositTiers.read('100:9999,500:10000')).toHaveLength(2);
});

test('refuses: in the published order', () => {
  const all = { exitOnly: true, countryOff: true, family: true, device: true, payer: true, full: true };
  expect(refusalOf(all)).toBe('exitonly');
  expect(refusalOf({ ...all, exitOnly: false })).toBe('country');
  expect(refusalOf({ ...all, exitOnly: false, countryOff: false })).toBe('family');
  expect(refusalOf({ ...clean, device: true, payer: true, full: true })).toBe('device');
  expect(refusalOf({ ...clean, payer: true, full: true })).toBe('payer');
  expect(refusalOf({ ...clean, full: true })).toBe('full');
  expect(refusalOf(clean)).toBeUndefined();
});

test.each([
  ['2026-12-01', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-11-31T00:00:00Z', false],
  ['2026-12-01T24:00:00Z', false],
  ['2026-12-01T00:00:00+01:00', false],
  ['2026-12-01T00:00:00Z', true],
  ['2028-02-29T23:59:59Z', true],
  ['', true],
])('refuses: what is no moment: %s → %s', (text, isMoment) => {
  if (isMoment) expect(activityStarts.read(text)).toBe(text);
  else expect(() => activityStarts.read(text)).toThrow('not a time');
});

test.each(['', '100', '100:2500,100:5000', '500:5000,100:2500', '100:2500,500:2500', '100:-1', '1.5:100'])(
  'refuses: what are no rising tiers: %s',
  (text) => {
    expect(() => activityDepositTiers.read(text)).toThrow();
  },
);

test('behavior: the tiers at their boundaries (rulebook §11)', () => {
  const bonus = (amount: bigint): bigint => depositBonusDown(amount, rule);
  expect(bonus(0n)).toBe(0n);
  expect(bonus(100n * oneCoin - 1n)).toBe(0n);
  expect(bonus(100n * oneCoin)).toBe(25n * oneCoin);
  expect(bonus(500n * oneCoin - 1n)).toBe((500n * oneCoin - 1n) / 4n);
  expect(bonus(500n * oneCoin)).toBe(250n * oneCoin);
  expect(bonus(1000n * oneCoin - 1n)).toBe((1000n * oneCoin - 1n) / 2n);
  expect(bonus(1000n * oneCoin)).toBe(1000n * oneCoin);
  expect(bonus(10_001n * oneCoin)).toBe(10_000n * oneCoin);
});

test('property: who keeps more is never given less, and never more than was kept', () => {
  const amount = fc.bigInt(0n, 20_000n * oneCoin);
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      expect(depositBonusDown(less, rule)).toBeLessThanOrEqual(depositBonusDown(more, rule));
      expect(depositBonusDown(more, rule)).toBeLessThanOrEqual(more);
    }),
  );
});

test('behavior: the first moment belongs to the window, the last does not', () => {
  const window = { starts: 1000, ends: 2000 };
  expect(activityState(undefined, 5)).toBe('none');
  expect(activityState({ starts: 2, ends: 2 }, 5)).toBe('none');
  expect(activityState(window, 999)).toBe('notstarted');
  expect(activityState(window, 1000)).toBe('inprogress');
  expect(activityState(window, 1999)).toBe('inprogress');
  expect(activityState(window, 2000)).toBe('ended');
});
