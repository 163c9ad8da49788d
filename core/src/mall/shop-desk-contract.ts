import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { amountOut, coinId, idText, paging, timeOut } from '../kit/schema.ts';
import { goodsComment } from './goods-contract.ts';

/** What the owner of a shop answers to buyers, and what it earned. */

const count = z.number().int();

const shopComment = goodsComment.extend({
  goods: z.object({ id: z.string(), name: z.string(), picurl: z.string() }),
});

export const shopComments = defineCall({
  path: 'Goods/ShopComments',
  summary:
    'Comments on goods of one’s own shop, newest first; `unanswered` 1: those that wait for an answer.',
  access: member,
  answer: 'list',
  input: z.strictObject({ unanswered: z.literal('1').optional(), ...paging }),
  output: shopComment,
  errors: ['mall.noshop'],
});

export const commentAnswer = defineCall({
  path: 'Goods/CommentAnswer',
  summary: 'The shop answers a comment on its goods: once, for all to read; it stays as it is.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText, text: z.string().max(4_000) }),
  output: shopComment,
  errors: ['mall.noshop', 'mall.nocomment', 'mall.answered', 'mall.badtext'],
});

/** A month, UTC: 2026-01. */
const monthText = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

export const shopStatement = defineCall({
  path: 'Goods/ShopStatement',
  summary:
    'What the own shop sold in a month (UTC, by when orders were completed), by coin: sales − paid back − commission = received. `held`: paid orders that are not completed, now.',
  access: member,
  answer: 'data',
  input: z.strictObject({ month: monthText.optional() }),
  output: z.object({
    month: monthText,
    /** In which the shop was opened, and the one of now. */
    first: monthText,
    last: monthText,
    coins: z.array(
      z.object({
        coinid: coinId,
        orders: count,
        sales: amountOut,
        refunds: amountOut,
        commission: amountOut,
        received: amountOut,
        held: amountOut,
      }),
    ),
  }),
  errors: ['mall.noshop'],
});

export const shopSold = defineCall({
  path: 'Goods/ShopSold',
  summary:
    'Orders of the own shop that were completed in a month, the newest first: the lines of its statement.',
  access: member,
  answer: 'list',
  input: z.strictObject({ month: monthText, ...paging }),
  output: z.object({
    id: z.string(),
    serial: z.string(),
    time: timeOut,
    coinid: coinId,
    sales: amountOut,
    refunds: amountOut,
    commission: amountOut,
    received: amountOut,
  }),
  errors: ['mall.noshop'],
});
