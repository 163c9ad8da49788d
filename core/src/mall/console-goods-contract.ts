import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { locales } from '../kit/language.ts';
import { idText, nothing, wholeNumber } from '../kit/schema.ts';
import { goodsTypeId } from './goods-contract.ts';
import { TYPE_NAME_MAX } from './goods-type.ts';

/** What operators do with types of goods. Each change stands in the audit log. */

const count = z.number().int();

const typeRow = z.object({
  id: z.string(),
  /** '0': at the top. */
  pid: z.string(),
  /** 1 at the top. */
  depth: count,
  names: z.record(z.string(), z.string()),
  picurl: z.string(),
  /** Where it is shown; 0: in the classification. */
  positions: count,
  /** Its place among its neighbours, the lowest first. */
  sort: count,
  /** For sale, in it and below it. */
  goods: count,
  /** Nothing lies in it or below it, whether for sale or not: it may go. */
  empty: z.boolean(),
});

export const adminGoodsTypes = defineCall({
  path: 'Admin/GoodsTypes',
  summary: 'The whole tree of types of goods, each followed by those below it.',
  access: operator('support', 'content', 'risk', 'admin'),
  answer: 'list',
  input: nothing,
  output: typeRow,
});

export const adminGoodsTypeSave = defineCall({
  path: 'Admin/GoodsTypeSave',
  summary:
    'Adds a type of goods, or (with `id`) renames, moves (`pid`), orders or hides it; goods move with it. English is needed.',
  access: operator('content', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    id: idText.optional(),
    pid: goodsTypeId,
    names: z.partialRecord(z.enum(locales), z.string().trim().max(TYPE_NAME_MAX)),
    positions: wholeNumber(0, 99),
    sort: wholeNumber(0, 9_999),
  }),
  output: typeRow,
  errors: [
    'mall.notype',
    'mall.typename',
    'mall.typecycle',
    'mall.deeptype',
    'mall.manytypes',
    'mall.typetaken',
  ],
});

export const adminGoodsTypeDel = defineCall({
  path: 'Admin/GoodsTypeDel',
  summary: 'Removes a type that has neither goods nor types below it.',
  access: operator('content', 'admin'),
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: idText }),
  output: nothing,
  errors: ['mall.notype', 'mall.typehastypes', 'mall.typehasgoods'],
});
