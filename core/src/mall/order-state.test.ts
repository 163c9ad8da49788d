import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firstState,
  holdsMoney,
  isOrderOver,
  nextOrder,
  orderMoves,
  orderStatuses,
  refundStatuses,
} from './order-state.ts';

/** Written down a second time: state, move → state. */
const allowed = new Map([
  ['pendingpayment none, pay', 'pendingshipment none'],
  ['pendingpayment none, cancel', 'cancelled none'],
  ['pendingpayment none, expire', 'cancelled none'],
  ['pendingshipment none, cancel', 'cancelled refunded'],
  ['pendingshipment none, shopcancel', 'cancelled refunded'],
  ['pendingshipment none, ship', 'pendingreceipt none'],
  ['pendingreceipt none, ship', 'pendingreceipt none'],
  ['pendingreceipt none, receive', 'completed none'],
  ['pendingreceipt none, claim', 'pendingreceipt refunding'],
  ['pendingreceipt refunding, ship', 'pendingreceipt refunding'],
  ['pendingreceipt refunding, drop', 'pendingreceipt none'],
  ['pendingreceipt refunding, refundwhole', 'cancelled refunded'],
  ['pendingreceipt refunding, refundpart', 'completed refunded'],
  ['pendingreceipt refunding, release', 'completed none'],
]);

test('refuses: every move out of every state but those of the table', () => {
  for (const status of orderStatuses)
    for (const refund of refundStatuses)
      for (const move of orderMoves) {
        const next = nextOrder({ status, refund }, move);
        const text = `${status} ${refund}, ${move}`;
        expect(next && `${next.status} ${next.refund}`, text).toBe(allowed.get(text));
      }
});

test('property: every walk ends in a state that absorbs, holds money in between only, and never goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...orderMoves), { maxLength: 60 }), (moves) => {
      let state = firstState;
      for (const move of moves) {
        const next = nextOrder(state, move);
        if (!next) continue;
        expect(isOrderOver(state)).toBe(false);
        expect(orderStatuses.indexOf(next.status)).toBeGreaterThanOrEqual(
          orderStatuses.indexOf(state.status),
        );
        // Money is given back only where it was held.
        if (next.refund === 'refunded') expect(holdsMoney(state)).toBe(true);
        state = next;
      }
      for (const move of orderMoves) if (isOrderOver(state)) expect(nextOrder(state, move)).toBeUndefined();
    }),
  );
});
