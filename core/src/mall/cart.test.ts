import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUANTITY_MAX, cartLineState, mergedQuantity } from './cart.ts';

test.each([
  ['gone', 1, undefined],
  ['gone', 1, { stock: 5, state: 'withdrawn' }],
  ['gone', 1, { stock: 5, state: 'hidden' }],
  ['closed', 1, { stock: 0, state: 'shopclosed' }],
  ['soldout', 1, { stock: 0, state: 'forsale' }],
  ['lessstock', 3, { stock: 2, state: 'forsale' }],
  ['ok', 2, { stock: 2, state: 'forsale' }],
] as const)('behavior: %s: %i of %j', (state, quantity, goods) => {
  expect(cartLineState(quantity, goods)).toBe(state);
});

test('property: merging: the larger, up to stock; the same whichever cart came first, and again', () => {
  const quantity = fc.integer({ min: 1, max: QUANTITY_MAX });
  fc.assert(
    fc.property(quantity, quantity, fc.integer({ min: 0, max: 2_000 }), (one, other, stock) => {
      const merged = mergedQuantity(one, other, stock);
      expect(merged).toBe(mergedQuantity(other, one, stock));
      expect(mergedQuantity(merged, other, stock)).toBe(merged);
      expect(merged).toBe(stock === 0 ? Math.max(one, other) : Math.min(Math.max(one, other), stock));
    }),
  );
});
