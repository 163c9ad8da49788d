import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { amountOut, coinId, idText, paging, searchText, timeOut } from '../kit/schema.ts';
import { goodsStates } from './goods-state.ts';
import { order, orderWhole } from './order-contract.ts';
import { orderStatuses } from './order-state.ts';

/** Goods, comments and orders as operators see them; what they hide takes a reason, which the audit log keeps. */

const reason = z.string().trim().min(3).max(500);
const count = z.number().int();
const person = z.object({ userid: z.string(), nickname: z.string() });
const shop = z.object({ id: z.string(), name: z.string() });
const flag = z.enum(['0', '1']);
/** By whom, when and why it is hidden; null while it is not. */
const hidden = z.object({ by: z.string(), time: timeOut, reason: z.string() }).nullable();

const goodsRow = z.object({
  id: z.string(),
  time: timeOut,
  name: z.string(),
  picurl: z.string(),
  shop,
  type: z.string(),
  coinid: coinId,
  price: amountOut,
  pricemax: amountOut,
  stock: count,
  sold: count,
  state: z.enum(goodsStates),
  hidden,
});

export const adminGoods = defineCall({
  path: 'Admin/Goods',
  summary:
    'Goods of all shops, newest first; `search` is words of a name, or an id. Hidden ones by themselves.',
  access: operator('support', 'content', 'risk', 'admin'),
  answer: 'list',
  input: z.strictObject({
    search: searchText.optional(),
    shopid: idText.optional(),
    hidden: flag.optional(),
    ...paging,
  }),
  output: goodsRow,
});

export const adminGoodsHide = defineCall({
  path: 'Admin/GoodsHide',
  summary:
    'Takes a goods out of the mall, or lets it be sold again (`hide` 0), with a reason, which its shop reads. Orders go on.',
  access: operator('content', 'risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, hide: flag, reason }),
  output: goodsRow,
  errors: ['mall.nogoods', 'mall.needreason', 'mall.samestate'],
});

const commentRow = z.object({
  id: z.string(),
  time: timeOut,
  goods: z.object({ id: z.string(), name: z.string() }),
  by: person,
  stars: count,
  text: z.string(),
  pictures: z.array(z.string()),
  answer: z.string(),
  hidden,
});

export const adminGoodsComments = defineCall({
  path: 'Admin/GoodsComments',
  summary: 'Comments of buyers, newest first: all, of a goods, or the hidden ones.',
  access: operator('support', 'content', 'risk', 'admin'),
  answer: 'list',
  input: z.strictObject({ goodsid: idText.optional(), hidden: flag.optional(), ...paging }),
  output: commentRow,
});

export const adminGoodsCommentHide = defineCall({
  path: 'Admin/GoodsCommentHide',
  summary: 'Hides a comment, or shows it again (`hide` 0), with a reason. Stars of the goods follow.',
  access: operator('content', 'risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, hide: flag, reason }),
  output: commentRow,
  errors: ['mall.nocomment', 'mall.needreason', 'mall.samestate'],
});

const orderRow = order
  .pick({ id: true, serial: true, time: true, status: true, refund: true, coinid: true, total: true })
  .extend({ shop, buyer: person, seller: person, refunded: amountOut, goods: z.string() });

export const adminOrders = defineCall({
  path: 'Admin/Orders',
  summary:
    'Orders, newest first: by state, open request after the sale, shop, buyer, and between two moments; `search` is a number or an id.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({
    status: z.enum(orderStatuses).optional(),
    aftersale: z.literal('1').optional(),
    search: searchText.optional(),
    shopid: idText.optional(),
    userid: idText.optional(),
    /** From the first, before the second. */
    from: z.iso.datetime().optional(),
    to: z.iso.datetime().optional(),
    ...paging,
  }),
  output: orderRow,
});

export const adminOrder = defineCall({
  path: 'Admin/Order',
  summary: 'An order with its course, how its money was divided, and the journal entries; not the address.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: orderWhole.omit({ address: true }).extend({
    /** How what was kept was divided when it was completed; null before. */
    division: z.object({ shop: amountOut, margin: amountOut, fee: amountOut, ratebps: count }).nullable(),
    entries: z.array(
      z.object({
        id: z.string(),
        time: timeOut,
        kind: z.string(),
        postings: z.array(
          z.object({ source: z.string(), destination: z.string(), coinid: coinId, amount: amountOut }),
        ),
      }),
    ),
  }),
  errors: ['mall.noorder'],
});
