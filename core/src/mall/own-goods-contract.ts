import { z } from 'zod';
import { defineCall, member } from '../kit/call.ts';
import { locales } from '../kit/language.ts';
import {
  amountOut,
  decimalText,
  idText,
  nothing,
  paging,
  searchText,
  requestId,
  timeOut,
  wholeNumber,
} from '../kit/schema.ts';
import { goodsLimits } from './goods-draft.ts';

/** What the owner of a shop does with its goods. */

const count = z.number().int();
const wholeText = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\0]*$/);
/** Texts by language, each at most so long. */
const byLocale = (most: number) => z.partialRecord(z.enum(locales), wholeText(most));
const coin = z.enum(['USDT', 'USDO']);
const state = z.enum(['forsale', 'withdrawn']);

const ownSku = z.object({
  id: z.string(),
  names: z.record(z.string(), z.string()),
  price: amountOut,
  obl: amountOut,
  stock: count,
  picurl: z.string(),
});

const ownGoods = z.object({
  id: z.string(),
  typeid: z.string(),
  coinid: coin,
  state,
  /** An operator took it off the lists, and why; else empty. */
  hiddenreason: z.string(),
  pictures: z.array(z.string()),
  /** In the owner’s language, or in the next that is there. */
  name: z.string(),
  names: z.record(z.string(), z.string()),
  skus: z.array(ownSku),
  sold: count,
  version: count,
  time: timeOut,
});

export const shopGoods = defineCall({
  path: 'Goods/ShopGoods',
  summary: 'Goods of one’s own shop with variants and stock, newest first.',
  access: member,
  answer: 'list',
  input: z.strictObject({
    ...paging,
    search: searchText.optional(),
    state: z.enum(['forsale', 'withdrawn', 'hidden', 'soldout']).optional(),
  }),
  output: ownGoods,
  errors: ['mall.noshop'],
});

export const shopGoodsFirst = defineCall({
  path: 'Goods/ShopGoodsFirst',
  summary: 'One goods of one’s own shop, with its content in each language.',
  access: member,
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: ownGoods.extend({ contents: z.record(z.string(), z.string()) }),
  errors: ['mall.noshop', 'mall.nogoods'],
});

export const shopGoodsSave = defineCall({
  path: 'Goods/ShopGoodsSave',
  summary:
    'Makes a goods of one’s own shop, or changes it when nobody did since `version`. Stock of a variant that is there changes by Goods/ShopStock only.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    requestId,
    id: idText.optional(),
    version: wholeNumber(1, 999_999).optional(),
    typeid: idText,
    coinid: coin,
    names: byLocale(goodsLimits.name),
    contents: byLocale(goodsLimits.content).optional(),
    pictures: z.array(z.string().max(200)).min(1).max(goodsLimits.pictures),
    skus: z
      .array(
        z.strictObject({
          id: idText.optional(),
          names: byLocale(goodsLimits.variant).optional(),
          price: decimalText,
          obl: decimalText.optional(),
          /** Of a new variant. */
          stock: z.number().int().min(0).max(goodsLimits.stock).optional(),
          picurl: z.string().max(200).optional(),
        }),
      )
      .min(1)
      .max(goodsLimits.skus),
    state,
  }),
  output: z.object({ id: z.string(), version: count }),
  errors: [
    'mall.noshop',
    'ledger.keyconflict',
    'mall.barred',
    'mall.nogoods',
    'mall.changedmeanwhile',
    'mall.noname',
    'mall.badprice',
    'mall.bigobl',
    'mall.twovariants',
    'mall.notype',
    'mall.badpicture',
    'mall.nosku',
    'mall.manygoods',
  ],
  /** Nine languages of content. */
  bytes: 512 * 1024,
  rate: { perMinute: 60, burst: 30 },
});

export const shopStock = defineCall({
  path: 'Goods/ShopStock',
  summary:
    'Adds to the stock of a variant, or takes from it, once for each `requestId`: `change` is +5 or -3.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ requestId, skuid: idText, change: z.string().regex(/^[+-][1-9]\d{0,5}$/) }),
  output: z.object({ stock: count }),
  errors: ['mall.noshop', 'ledger.keyconflict', 'mall.barred', 'mall.nosku', 'mall.badstock'],
});

export const shopSave = defineCall({
  path: 'Goods/ShopSave',
  summary:
    'Logo and text of one’s own shop, and whether it is open; what is left out stays, what `clear` names becomes empty.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    logo: z.string().max(200).optional(),
    about: wholeText(500).optional(),
    open: z.enum(['0', '1']).optional(),
    clear: z
      .array(z.enum(['about', 'logo']))
      .max(2)
      .optional(),
  }),
  output: z.undefined(),
  errors: ['mall.noshop', 'mall.barred', 'mall.badpicture'],
});

/** What may be wrong with a row of a file; the web has a sentence for each. */
export const rowProblems = [
  'unknowncolumn',
  'missingcolumn',
  'twice',
  'toomanyrows',
  'cells',
  'formula',
  'nokey',
  'badtype',
  'badcoin',
  'noname',
  'toolong',
  'badprice',
  'bigobl',
  'badstock',
  'badpicture',
  'manypictures',
  'twovariants',
  'manyvariants',
  'differs',
] as const;
export type RowProblem = (typeof rowProblems)[number];

export const shopGoodsImport = defineCall({
  path: 'Goods/ShopGoodsImport',
  summary:
    'Goods from a CSV file (field upfile): without `confirm` a dry run that says each wrong row; with the hash of the dry run all of it is made, or nothing.',
  access: member,
  transport: 'multipart',
  answer: 'data',
  input: z.strictObject({
    confirm: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
  output: z.object({
    hash: z.string(),
    rows: count,
    goods: count,
    variants: count,
    /** Without a picture: they are kept, but not put up for sale. */
    withoutpicture: count,
    problems: z.array(
      z.object({ line: count, column: z.string(), problem: z.enum(rowProblems), text: z.string() }),
    ),
    /** There are more than are shown. */
    moreproblems: z.boolean(),
    /** Everything in it is made. */
    done: z.boolean(),
  }),
  errors: [
    'mall.noshop',
    'mall.barred',
    'mall.badfile',
    'mall.bigfile',
    'mall.importchanged',
    'mall.importproblems',
    'mall.imported',
    'mall.manygoods',
  ],
  rate: { perMinute: 20, burst: 10 },
});

export const shopTypes = defineCall({
  path: 'Goods/ShopTypes',
  summary: 'Every type of goods with its whole name, for choosing one.',
  access: member,
  answer: 'list',
  input: nothing,
  output: z.object({ id: z.string(), name: z.string() }),
});
