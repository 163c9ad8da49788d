import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { amountOut, coinId, decimalText, idText, paging, searchText, timeOut } from '../kit/schema.ts';
import { afterSaleStatuses } from './after-sale.ts';
import { orderWhole } from './order-contract.ts';
import { orderStatuses } from './order-state.ts';
import { shopKinds } from './shop.ts';

/** What operators see of shops and decide about them. Each decision, and each look at a licence, stands in the audit log. */

const reason = z.string().trim().min(3).max(500);
const count = z.number().int();

const applicationRow = z.object({
  id: z.string(),
  time: timeOut,
  userid: z.string(),
  nickname: z.string(),
  name: z.string(),
  logo: z.string(),
  kind: z.enum(shopKinds),
  about: z.string(),
  licences: count,
  state: z.enum(['pending', 'approved', 'rejected']),
  decided: timeOut.nullable(),
  /** Account of the operator who decided. */
  by: z.string().nullable(),
  reason: z.string(),
  /** How many this member sent before. */
  before: count,
});

export const adminShopApplications = defineCall({
  path: 'Admin/ShopApplications',
  summary: 'Applications for a shop: those that wait, oldest first; the decided ones, newest first.',
  access: operator('content', 'risk', 'admin'),
  answer: 'list',
  input: z.strictObject({ state: z.enum(['pending', 'approved', 'rejected']).optional(), ...paging }),
  output: applicationRow,
});

export const adminShopApplicationLook = defineCall({
  path: 'Admin/ShopApplicationLook',
  summary: 'Contact and licence pictures of an application. The look and its reason stand in the audit log.',
  access: operator('content', 'risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, reason }),
  output: z.object({
    contact: z.string(),
    /** WebP pictures in base64. */
    licences: z.array(z.object({ id: z.string(), picture: z.string() })),
  }),
  errors: ['mall.noapplication'],
});

export const adminShopDecide = defineCall({
  path: 'Admin/ShopDecide',
  summary:
    'Approves an application, which makes the shop, or rejects it; with a reason, which the applicant reads.',
  access: operator('content', 'risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, decision: z.enum(['approve', 'reject']), reason }),
  output: applicationRow,
  errors: [
    'mall.noapplication',
    'mall.needreason',
    'mall.applicationdecided',
    'mall.ownerbarred',
    'mall.shopexists',
    'mall.nametaken',
  ],
});

const shopRow = z.object({
  id: z.string(),
  time: timeOut,
  userid: z.string(),
  nickname: z.string(),
  name: z.string(),
  logo: z.string(),
  kind: z.enum(shopKinds),
  about: z.string(),
  open: z.boolean(),
  state: z.enum(['approved', 'suspended']),
  reason: z.string(),
});

export const adminShops = defineCall({
  path: 'Admin/Shops',
  summary: 'Shops, newest first; `search` is the beginning of a name.',
  access: operator('support', 'content', 'risk', 'admin'),
  answer: 'list',
  input: z.strictObject({ search: searchText.optional(), ...paging }),
  output: shopRow,
});

export const adminShopSuspend = defineCall({
  path: 'Admin/ShopSuspend',
  summary: 'Suspends a shop, or lets it sell again (`suspend` 0), with a reason, which its owner reads.',
  access: operator('content', 'risk', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, suspend: z.enum(['0', '1']), reason }),
  output: shopRow,
  errors: ['mall.noshop', 'mall.needreason', 'mall.samestate'],
});

const person = z.object({ userid: z.string(), nickname: z.string() });

export const adminDisputes = defineCall({
  path: 'Admin/Disputes',
  summary: 'Requests after a sale that an operator has to decide, oldest first; decided ones, newest first.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({ status: z.enum(['disputed', 'decided']).optional(), ...paging }),
  output: z.object({
    id: z.string(),
    orderid: z.string(),
    serial: z.string(),
    time: timeOut,
    buyer: person,
    seller: person,
    coinid: coinId,
    total: amountOut,
    /** What the buyer asks for, and what was given in the end. */
    amount: amountOut,
    given: amountOut.nullable(),
    status: z.enum(afterSaleStatuses),
    reason: z.string(),
  }),
});

export const adminDispute = defineCall({
  path: 'Admin/Dispute',
  summary: 'What both sides of a dispute wrote and showed, with the order; not the address.',
  access: operator('support', 'risk', 'finance', 'admin'),
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: orderWhole.omit({ address: true }),
  errors: ['mall.nodispute'],
});

export const adminDisputeDecide = defineCall({
  path: 'Admin/DisputeDecide',
  summary:
    'Gives an amount from 0 to the total back to the buyer and the rest to the shop, with a reason that both read.',
  access: operator('risk', 'finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, amount: decimalText, reason }),
  output: z.object({ status: z.enum(orderStatuses), refunded: amountOut }),
  errors: ['mall.nodispute', 'mall.badrefund', 'mall.badtext'],
});
