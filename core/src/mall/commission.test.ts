import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allotObl, divideOrder, restOf, splitRefund, totalOf } from './commission.ts';

const units = fc.bigInt({ min: 0n, max: 10n ** 30n });
const payment = fc.record({ coin: units, obl: units });
const bps = fc.integer({ min: 0, max: 3_000 });

test('behavior: 5 % of 100 with 20 in OBL: 95 to the shop, 2.5 behind new OBL, 2.5 as fee', () => {
  expect(divideOrder(100_000n, 500)).toEqual({ shop: 95_000n, margin: 2_500n, fee: 2_500n });
  expect(splitRefund({ coin: 80n, obl: 20n }, 50n)).toEqual({ coin: 40n, obl: 10n });
});

test('behavior: odd units: of the commission to the fee, of the refund to OBL', () => {
  expect(divideOrder(60n, 500)).toEqual({ shop: 57n, margin: 1n, fee: 2n });
  expect(divideOrder(19n, 500)).toEqual({ shop: 19n, margin: 0n, fee: 0n });
  expect(splitRefund({ coin: 2n, obl: 1n }, 1n)).toEqual({ coin: 0n, obl: 1n });
  expect(splitRefund({ coin: 2n, obl: 1n }, 2n)).toEqual({ coin: 1n, obl: 1n });
});

test('refuses: more back than was paid, and more OBL than the orders may take', () => {
  expect(() => splitRefund({ coin: 2n, obl: 1n }, 4n)).toThrow();
  expect(() => splitRefund({ coin: 2n, obl: 1n }, -1n)).toThrow();
  expect(() => allotObl(4n, [1n, 2n])).toThrow();
});

test('property: division: to the last unit, nothing negative, half and half but for one', () => {
  fc.assert(
    fc.property(units, bps, (kept, commissionBps) => {
      const { shop, margin, fee } = divideOrder(kept, commissionBps);
      expect(shop + margin + fee).toBe(kept);
      expect(shop >= 0n && margin >= 0n && (fee === margin || fee === margin + 1n)).toBe(true);
    }),
  );
});

test('property: refund: to the last unit, of each kind no more than was paid, more never gives less', () => {
  fc.assert(
    fc.property(payment, units, units, (paid, a, b) => {
      const total = totalOf(paid);
      const [less, more] = [a, b]
        .map((one) => (total === 0n ? 0n : one % (total + 1n)))
        .toSorted((x, y) => (x < y ? -1 : 1));
      const small = splitRefund(paid, less ?? 0n);
      const large = splitRefund(paid, more ?? 0n);
      for (const [refund, asked] of [
        [small, less],
        [large, more],
      ] as const) {
        expect(totalOf(refund)).toBe(asked);
        const rest = restOf(paid, refund);
        expect(rest.coin >= 0n && rest.obl >= 0n && refund.coin >= 0n && refund.obl >= 0n).toBe(true);
      }
      expect(large.obl >= small.obl && large.coin >= small.coin).toBe(true);
      expect(splitRefund(paid, total)).toEqual(paid);
    }),
  );
});

test('property: OBL over orders: to the last unit, to none more than it may take', () => {
  fc.assert(
    fc.property(fc.array(units, { maxLength: 20 }), units, (most, any) => {
      const sum = most.reduce((all, one) => all + one, 0n);
      const obl = any % (sum + 1n);
      const parts = allotObl(obl, most);
      expect(parts.reduce((all, one) => all + one, 0n)).toBe(obl);
      expect(parts.every((part, index) => part >= 0n && part <= (most[index] ?? 0n))).toBe(true);
    }),
  );
});
