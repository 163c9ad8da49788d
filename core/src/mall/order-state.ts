/** Status words on the wire (calls.md): the five tabs. */
export const orderStatuses = [
  'pendingpayment',
  'pendingshipment',
  'pendingreceipt',
  'completed',
  'cancelled',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Where the money of an after-sale request stands, inside the tabs. */
export const refundStatuses = ['none', 'refunding', 'refunded'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export type OrderState = { readonly status: OrderStatus; readonly refund: RefundStatus };

export const orderMoves = [
  'pay',
  'cancel',
  'expire',
  'ship',
  'shopcancel',
  'receive',
  'claim',
  'drop',
  'refundwhole',
  'refundpart',
  'release',
] as const;
/**
 * What happens to an order. `claim` opens an after-sale request, `drop` ends it without money; after it the whole goes back
 * (`refundwhole`), a part (`refundpart`), or nothing (`release`). `ship` again corrects the number; `receive` is the buyer's word, or
 * the tenth day's.
 */
export type OrderMove = (typeof orderMoves)[number];

export const firstState: OrderState = { status: 'pendingpayment', refund: 'none' };

/** The allowed graph (rulebook §12); the database holds the same one in a trigger. */
const graph: Readonly<Record<OrderMove, Readonly<Record<string, OrderState>>>> = {
  pay: { 'pendingpayment none': { status: 'pendingshipment', refund: 'none' } },
  cancel: {
    'pendingpayment none': { status: 'cancelled', refund: 'none' },
    'pendingshipment none': { status: 'cancelled', refund: 'refunded' },
  },
  expire: { 'pendingpayment none': { status: 'cancelled', refund: 'none' } },
  ship: {
    'pendingshipment none': { status: 'pendingreceipt', refund: 'none' },
    'pendingreceipt none': { status: 'pendingreceipt', refund: 'none' },
    'pendingreceipt refunding': { status: 'pendingreceipt', refund: 'refunding' },
  },
  shopcancel: { 'pendingshipment none': { status: 'cancelled', refund: 'refunded' } },
  receive: { 'pendingreceipt none': { status: 'completed', refund: 'none' } },
  claim: { 'pendingreceipt none': { status: 'pendingreceipt', refund: 'refunding' } },
  drop: { 'pendingreceipt refunding': { status: 'pendingreceipt', refund: 'none' } },
  refundwhole: { 'pendingreceipt refunding': { status: 'cancelled', refund: 'refunded' } },
  refundpart: { 'pendingreceipt refunding': { status: 'completed', refund: 'refunded' } },
  release: { 'pendingreceipt refunding': { status: 'completed', refund: 'none' } },
};

/** The state after the move; undefined where it is not allowed. */
export function nextOrder({ status, refund }: OrderState, move: OrderMove): OrderState | undefined {
  return graph[move][`${status} ${refund}`];
}

/** Paid, and neither completed nor given back: the buyer's money is held. */
export function holdsMoney({ status }: Pick<OrderState, 'status'>): boolean {
  return status === 'pendingshipment' || status === 'pendingreceipt';
}

/** Nothing leads out of it. */
export function isOrderOver({ status }: Pick<OrderState, 'status'>): boolean {
  return status === 'completed' || status === 'cancelled';
}
