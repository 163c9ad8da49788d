import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { divideOrder, restOf, totalOf } from '@openmere/core/mall/commission.ts';
import type { Division, Payment } from '@openmere/core/mall/commission.ts';
import type { OrderRow } from './tables.ts';

/** What may be paid with OBL: half of all commissions lies there, coin by coin (decision 0113). */
export const MARGIN: AccountName = 'pool:mall-margin';
/** What stands behind the OBL of open orders. */
const BACKING: AccountName = 'pool:mall-orders';
export const MALL_FEE: AccountName = 'fee:mall';
const OBL = 'OBL';
/** One actor for all steps after the payment, so that each is posted once whoever asked for it: keys are unique by actor. */
const ACTOR = 'system:mall';

export const orderKinds = ['order-pay', 'order-complete', 'order-refund'] as const;

type Ordered = Pick<OrderRow, 'id' | 'member_id' | 'seller_id' | 'coin_id' | 'paid_coin' | 'paid_obl'>;

export function paymentOf(order: Pick<OrderRow, 'paid_coin' | 'paid_obl'>): Payment {
  return { coin: order.paid_coin, obl: order.paid_obl };
}

/** The buyer's coin and OBL are held; what stands behind the OBL leaves the margin. */
export function payEntry(order: Ordered, payment: Payment, family: string): JournalEntry {
  const { id, member_id, coin_id: coin } = order;
  const [source, destination] = [availableAccount(member_id), heldAccount(member_id)];
  return {
    key: id,
    kind: 'order-pay',
    reference: id,
    actor: `member:${member_id}`,
    outbound: { family },
    postings: some([
      { source, destination, asset: coin, amount: payment.coin },
      { source, destination, asset: OBL, amount: payment.obl },
      { source: MARGIN, destination: BACKING, asset: coin, amount: payment.obl },
    ]),
  };
}

/** Everything goes back to where it came from. */
export function refundEntry(order: Ordered, refund: Payment): JournalEntry {
  const { id, member_id, coin_id: coin } = order;
  const [source, destination] = [heldAccount(member_id), availableAccount(member_id)];
  return {
    key: id,
    kind: 'order-refund',
    reference: id,
    actor: ACTOR,
    postings: some([
      { source, destination, asset: coin, amount: refund.coin },
      { source, destination, asset: OBL, amount: refund.obl },
      { source: BACKING, destination: MARGIN, asset: coin, amount: refund.obl },
    ]),
  };
}

/**
 * What the order kept goes to the shop, behind new OBL of the buyer, and to the fees of use. OBL that it was paid with ceases to be,
 * and what stood behind it is paid out in its stead; it passes through the buyer's held account, because the fee is the buyer's.
 */
export function completeEntry(
  order: Ordered,
  refunded: Payment,
  { commissionBps, now }: { commissionBps: number; now: Date },
): { entry: JournalEntry; division: Division; kept: bigint } {
  const { id, member_id, seller_id, coin_id: coin } = order;
  const held = heldAccount(member_id);
  const rest = restOf(paymentOf(order), refunded);
  const kept = totalOf(rest);
  const division = divideOrder(kept, commissionBps);
  const { shop, margin, fee } = division;
  const postings = some([
    { source: BACKING, destination: held, asset: coin, amount: rest.obl },
    { source: held, destination: 'world', asset: OBL, amount: rest.obl },
    { source: held, destination: availableAccount(seller_id), asset: coin, amount: shop },
    { source: held, destination: MARGIN, asset: coin, amount: margin },
    { source: 'world', destination: availableAccount(member_id), asset: OBL, amount: margin },
    { source: held, destination: MALL_FEE, asset: coin, amount: fee },
  ]);
  // The moment whose day the purchase counts on as performance: who recomputes it reads it here.
  const data = { at: now.toISOString() };
  return {
    entry: { key: id, kind: 'order-complete', reference: id, actor: ACTOR, data, postings },
    division,
    kept,
  };
}

/** By which keys an order's entries are found: its payment, and what became of it in the end. */
export function keysOfEntries({
  id,
  member_id,
}: Pick<OrderRow, 'id' | 'member_id'>): { actor: string; kind: string; key: string }[] {
  return [
    { actor: `member:${member_id}`, kind: 'order-pay', key: id },
    { actor: ACTOR, kind: 'order-refund', key: id },
    { actor: ACTOR, kind: 'order-complete', key: id },
  ];
}

/** A posting is never of nothing. */
function some(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ amount }) => amount > 0n);
}
