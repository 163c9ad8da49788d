import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import {
  amountOut,
  coinId,
  decimalText,
  idText,
  paging,
  requestId,
  secretText,
  timeOut,
} from '../kit/schema.ts';
import { afterSaleStatuses } from './after-sale.ts';
import { cartIdIn, goodsIdIn, quantityIn, skuIdIn } from './cart-contract.ts';
import { CART_LINES_MAX } from './cart.ts';
import { AFTER_SALE_PICTURES_MAX, ORDERS_PAID_MAX, afterSaleKinds } from './order-rules.ts';
import { orderStatuses, refundStatuses } from './order-state.ts';

const count = z.number().int();
const text = z.string().max(4_000);
const pictures = z.array(z.string().max(200)).max(AFTER_SALE_PICTURES_MAX);
const moment = timeOut.nullable();
export const orderIdIn = z.string().regex(/^ord_[0-9A-Za-z-]{1,40}$/);

/** As it was when it was ordered: a goods that changes later changes no order. */
const orderLine = z.object({
  id: z.string(),
  goodsid: z.string(),
  skuid: z.string(),
  name: z.string(),
  skuname: z.string(),
  picurl: z.string(),
  price: amountOut,
  /** What of one piece may be paid with OBL at most. */
  obl: amountOut,
  quantity: count,
  commented: z.boolean(),
});

export const cancelReasons = ['', 'member', 'expired', 'shop', 'refund', 'operator'] as const;

export const order = z.object({
  id: z.string(),
  serial: z.string(),
  time: timeOut,
  status: z.enum(orderStatuses),
  refund: z.enum(refundStatuses),
  shop: z.object({ id: z.string(), name: z.string(), logo: z.string() }),
  coinid: coinId,
  total: amountOut,
  /** What it was paid with; both 0 before the payment. */
  paid: amountOut,
  oblpaid: amountOut,
  oblmost: amountOut,
  oblearned: amountOut,
  /** What OBL it gives once it is completed whole: by the commission it was paid under, before that by the one of now. */
  oblcoming: amountOut,
  /** What went back to the buyer, OBL counted one for one. */
  refunded: amountOut,
  lines: z.array(orderLine),
  /** Until when it can be paid, until when it should be shipped, when it is completed by itself. Null where it does not apply. */
  payby: moment,
  shipby: moment,
  receiveby: moment,
  /** The server's, for countdowns. */
  now: timeOut,
  carrier: z.string(),
  tracking: z.string(),
  paidat: moment,
  shippedat: moment,
  completedat: moment,
  cancelledat: moment,
  cancelreason: z.enum(cancelReasons),
});
export type OrderShown = z.output<typeof order>;

const afterSaleShown = z.object({
  id: z.string(),
  time: timeOut,
  kind: z.enum(afterSaleKinds),
  /** What the buyer asks for, OBL counted one for one; what was given in the end, null until then. */
  amount: amountOut,
  given: amountOut.nullable(),
  status: z.enum(afterSaleStatuses),
  text: z.string(),
  pictures: z.array(z.string()),
  /** Until when the shop (requested) or the buyer (refused) has to answer. */
  answerby: moment,
  /** Why an operator decided so. */
  reason: z.string(),
});

export const orderEventKinds = [
  'created',
  'paid',
  'shipped',
  'corrected',
  'received',
  'completed',
  'cancelled',
  'expired',
  'claimed',
  'agreed',
  'refused',
  'disputed',
  'withdrawn',
  'decided',
  'message',
  'late',
] as const;

/** With what only its two sides see. */
export const orderWhole = order.extend({
  address: z.object({ recipient: z.string(), phone: z.string(), country: z.string(), detail: z.string() }),
  note: z.string(),
  events: z.array(
    z.object({
      time: timeOut,
      kind: z.enum(orderEventKinds),
      by: z.enum(['buyer', 'shop', 'operator', 'system']),
      text: z.string(),
      pictures: z.array(z.string()),
    }),
  ),
  aftersale: afterSaleShown.nullable(),
});
export type OrderWhole = z.output<typeof orderWhole>;

export const orderCreate = defineCall({
  path: 'Order/Create',
  summary:
    'Orders lines of the cart, or goods at once: an order for each shop and coin. Takes the stock; what was ordered leaves the cart.',
  access: member,
  transport: 'body',
  // A hundred goods at once, each with its variant.
  bytes: 32 * 1024,
  answer: 'list',
  input: z.strictObject({
    requestId,
    cartids: z.array(cartIdIn).min(1).max(CART_LINES_MAX).optional(),
    items: z
      .array(z.strictObject({ goodsid: goodsIdIn, skuid: skuIdIn.optional(), quantity: quantityIn }))
      .min(1)
      .max(CART_LINES_MAX)
      .optional(),
    addressid: idText,
    note: text.optional(),
    /** What it comes to as the buyer was shown it, coin by coin: under other prices nothing is ordered. */
    sums: z
      .array(z.strictObject({ coinid: coinId, amount: decimalText }))
      .max(2)
      .optional(),
  }),
  output: order,
  errors: [
    'ledger.keyconflict',
    'mall.barred',
    'mall.nothingordered',
    'mall.noaddress',
    'mall.badnote',
    'mall.nogoods',
    'mall.ownshop',
    'mall.shopclosed',
    'mall.pricechanged',
    'mall.manyunpaid',
    'mall.manylapsed',
    'mall.lessstock',
  ],
});

export const orderPay = defineCall({
  path: 'Order/Pay',
  summary: 'Pays orders of one coin at once, in part with OBL. The money is held until they are completed.',
  access: member,
  transport: 'body',
  answer: 'list',
  input: z.strictObject({
    requestId,
    ids: z.array(orderIdIn).min(1).max(ORDERS_PAID_MAX),
    coinid: coinId,
    obl: decimalText.optional(),
    paypassword: secretText,
  }),
  output: order,
  secrets: ['paypassword'],
  errors: [
    'ledger.keyconflict',
    'mall.barred',
    'mall.noorder',
    'mall.alreadypaid',
    'mall.orderexpired',
    'mall.mixedcoins',
    'mall.badobl',
    'mall.shopclosed',
    'auth.nopaypassword',
    'auth.paypasswordslow',
    'auth.wrongpaypassword',
    'ledger.locked',
    'ledger.frozen',
    'ledger.insufficient',
  ],
});

export const orderList = defineCall({
  path: 'Order/List',
  summary:
    'One’s own orders, newest first: all, those of a tab, or the completed ones with goods that can still be commented on.',
  access: member,
  answer: 'list',
  input: z.strictObject({
    tab: z.enum(orderStatuses).optional(),
    tocomment: z.enum(['1']).optional(),
    ...paging,
  }),
  output: order,
});

export const orderCounts = defineCall({
  path: 'Order/Counts',
  summary:
    'How many of one’s own orders wait for something, each counted up to 100; `tocomment` are completed ones with goods that can still be commented on.',
  access: member,
  answer: 'data',
  input: z.strictObject({}),
  output: z.object({
    pendingpayment: count,
    pendingshipment: count,
    pendingreceipt: count,
    tocomment: count,
  }),
});

export const orderFirst = defineCall({
  path: 'Order/First',
  summary: 'One of one’s own orders with its address, its course and the request after the sale.',
  access: member,
  answer: 'data',
  input: z.strictObject({ id: orderIdIn }),
  output: orderWhole,
  errors: ['mall.noorder'],
});

export const orderCancel = defineCall({
  path: 'Order/Cancel',
  summary: 'Cancels an order that is not shipped; what was paid goes back at once.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: orderIdIn, reason: text.optional() }),
  output: order,
  errors: ['mall.noorder', 'mall.badtext', 'mall.notcancellable'],
});

export const orderReceive = defineCall({
  path: 'Order/Receive',
  summary: 'Says that the parcel has come: the order is completed and the shop gets its money.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: orderIdIn }),
  output: order,
  errors: ['mall.noorder', 'mall.notreceivable', 'ledger.locked', 'ledger.frozen'],
});

export const orderAfterSale = defineCall({
  path: 'Order/AfterSale',
  summary:
    'Asks for money back after shipping, all of it unless told otherwise. The order waits until that is settled.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: orderIdIn,
    requestId,
    kind: z.enum(afterSaleKinds),
    amount: decimalText.optional(),
    text,
    pictures: pictures.optional(),
  }),
  output: orderWhole,
  errors: [
    'mall.noorder',
    'ledger.keyconflict',
    'mall.notrefundable',
    'mall.badrefund',
    'mall.badtext',
    'mall.badpicture',
  ],
});

export const afterSaleActIn = z.enum(['agree', 'refuse', 'escalate', 'withdraw', 'message']);

export const orderAfterSaleAct = defineCall({
  path: 'Order/AfterSaleAct',
  summary:
    'Goes on with a request after the sale: the shop agrees or refuses, the buyer withdraws or calls an operator, either writes.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: orderIdIn,
    act: afterSaleActIn,
    /** Which request is meant: the id that it was shown with. Where another one is open by now: `mall.notyourturn`. */
    aftersale: idText.optional(),
    requestId,
    text: text.optional(),
    pictures: pictures.optional(),
  }),
  output: orderWhole,
  errors: [
    'mall.noorder',
    'ledger.keyconflict',
    'mall.notyourturn',
    'mall.badtext',
    'mall.badpicture',
    'mall.manymessages',
    'mall.buyerlocked',
  ],
});

export const orderShopList = defineCall({
  path: 'Order/ShopList',
  summary:
    'Orders of one’s own shop, newest first: all, those of a tab, or those with an open request after the sale.',
  access: member,
  answer: 'list',
  input: z.strictObject({
    tab: z.enum(orderStatuses).optional(),
    aftersale: z.enum(['1']).optional(),
    ...paging,
  }),
  output: order,
  errors: ['mall.noshop'],
});

export const orderShopCounts = defineCall({
  path: 'Order/ShopCounts',
  summary:
    'How much waits for the owner of a shop, each counted up to 100: orders to ship, open requests after the sale, comments without an answer.',
  access: member,
  answer: 'data',
  input: z.strictObject({}),
  output: z.object({ pendingshipment: count, aftersale: count, comments: count }),
  errors: ['mall.noshop'],
});

export const orderShopFirst = defineCall({
  path: 'Order/ShopFirst',
  summary:
    'An order of one’s own shop with the address that it goes to. The address is shown once it is paid.',
  access: member,
  answer: 'data',
  input: z.strictObject({ id: orderIdIn }),
  output: orderWhole,
  errors: ['mall.noorder'],
});

export const orderShip = defineCall({
  path: 'Order/Ship',
  summary: 'The shop has sent the parcel. Again: corrects the number while it is on its way.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: orderIdIn, carrier: z.string().max(240), tracking: z.string().max(240) }),
  output: order,
  errors: [
    'mall.noorder',
    'mall.badcarrier',
    'mall.badtracking',
    'mall.notshippable',
    'mall.manycorrections',
  ],
});

export const orderShopCancel = defineCall({
  path: 'Order/ShopCancel',
  summary: 'The shop cannot send what was paid: the money goes back at once.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: orderIdIn, reason: text }),
  output: order,
  errors: ['mall.noorder', 'mall.badtext', 'mall.notcancellable'],
});

export const orderMoved = definePush({
  push: 'order',
  summary: 'An order has moved, for its buyer and for the owner of its shop.',
  to: 'member',
  data: z.strictObject({
    id: z.string(),
    status: z.enum(orderStatuses),
    refund: z.enum(refundStatuses),
  }),
});
