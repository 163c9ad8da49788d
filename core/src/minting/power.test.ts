import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { activePower, isMining, missingPower, oldEnoughUntil, takesPartFrom } from './power.ts';
import type { PowerRule } from './power.ts';

const threshold = 100n * oneCoin;
const above: PowerRule = { threshold, inclusive: false };
const from: PowerRule = { threshold, inclusive: true };

test.each([
  { personal: 0n, isAbove: false, isFrom: false },
  { personal: threshold - 1n, isAbove: false, isFrom: false },
  { personal: threshold, isAbove: false, isFrom: true },
  { personal: threshold + 1n, isAbove: true, isFrom: true },
])(
  'behavior: with $personal base units mining is active by both readings',
  ({ personal, isAbove, isFrom }) => {
    expect([isMining(personal, above), isMining(personal, from)]).toEqual([isAbove, isFrom]);
  },
);

test('refuses: to call mining active without any power, whatever the threshold', () => {
  expect(isMining(0n, { threshold: 0n, inclusive: true })).toBe(false);
  expect(missingPower(0n, { threshold: 0n, inclusive: true })).toBe(1n);
});

test('property: what is missing is exactly what makes mining active', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n * threshold }), fc.boolean(), (personal, inclusive) => {
      const rule = { threshold, inclusive };
      const missing = missingPower(personal, rule);
      expect(isMining(personal + missing, rule)).toBe(true);
      if (missing > 0n) expect(isMining(personal + missing - 1n, rule)).toBe(false);
    }),
  );
});

test('behavior: dynamic power counts as far as the personal goes, and nothing counts while mining is not active', () => {
  const power = { personal: 150n * oneCoin, dynamic: 500n * oneCoin, bonus: 25n * oneCoin };
  expect(activePower(power, above)).toBe(325n * oneCoin);
  expect(activePower({ ...power, dynamic: 50n * oneCoin }, above)).toBe(225n * oneCoin);
  expect(activePower({ ...power, personal: threshold }, above)).toBe(0n);
});

const at = (text: string): number => new Date(text).getTime();

test.each([
  ['2026-03-04T00:00:00.000Z', '2026-03-05T00:00:00.000Z'],
  ['2026-03-04T00:00:00.001Z', '2026-03-06T00:00:00.000Z'],
  ['2026-03-04T23:59:59.999Z', '2026-03-06T00:00:00.000Z'],
])('behavior: power of %s takes part from %s', (minted, first) => {
  expect(takesPartFrom(at(minted))).toBe(at(first));
});

test('property: power takes part in the next settlement exactly when it is as old as that says', () => {
  const moments = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(moments, moments, (effective, now) => {
      const next = (Math.floor(now / 86_400_000) + 1) * 86_400_000;
      expect(effective <= oldEnoughUntil(now)).toBe(takesPartFrom(effective) <= next);
    }),
  );
});
