import { assert } from '../kit/fault.ts';
import { BPS_PER_WHOLE, shareDown, shareUp } from '../money/ratio.ts';

/** What an order was paid with, in base units: the coin, and OBL, which counts one for one. */
export type Payment = { readonly coin: bigint; readonly obl: bigint };

export function totalOf({ coin, obl }: Payment): bigint {
  return coin + obl;
}

/**
 * What goes back to the buyer of so much of a payment: each kind in its proportion, OBL first where a unit is left over. So no unit
 * is lost, and neither kind gives back more than was paid with it.
 */
export function splitRefund(paid: Payment, refund: bigint): Payment {
  const total = totalOf(paid);
  assert(refund >= 0n && refund <= total, 'no more goes back than was paid');
  if (refund === 0n) return { coin: 0n, obl: 0n };
  const obl = shareUp(refund, paid.obl, total);
  return { coin: refund - obl, obl };
}

export function restOf(paid: Payment, refund: Payment): Payment {
  return { coin: paid.coin - refund.coin, obl: paid.obl - refund.obl };
}

/** Whom a completed order's money goes to, all in its coin; the same amount as `margin` goes to the buyer as new OBL. */
export type Division = { readonly shop: bigint; readonly margin: bigint; readonly fee: bigint };

/**
 * Divides what an order kept (rulebook §12): the commission rounded down, half of it, rounded down, backs the OBL that the buyer gets,
 * the rest is a fee of use. All else is the shop's. The parts sum to the whole.
 */
export function divideOrder(kept: bigint, commissionBps: number): Division {
  const commission = shareDown(kept, BigInt(commissionBps), BPS_PER_WHOLE);
  const margin = commission / 2n;
  return { shop: kept - commission, margin, fee: commission - margin };
}

/**
 * Which order takes how much of the OBL that one payment was made with: in their sequence, each as much as it may. The parts sum to
 * `obl`, which must not be more than all may take together.
 */
export function allotObl(obl: bigint, most: readonly bigint[]): bigint[] {
  let left = obl;
  const parts = most.map((bound) => {
    const part = left < bound ? left : bound;
    left -= part;
    return part;
  });
  assert(left === 0n, 'no more OBL than the orders may take');
  return parts;
}
