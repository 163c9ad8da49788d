import { z } from 'zod';
import { defineCall, open } from '../kit/call.ts';
import { amountOut, coinId, idText, pages } from '../kit/schema.ts';

const count = z.number().int();
export const goodsId = z.string().regex(/^gds_[0-9A-Za-z-]{1,40}$/);
/** `0` is the top of the tree. */
export const goodsTypeId = z.string().regex(/^(0|gty_[0-9A-Za-z-]{1,40})$/);

/** How far a list is counted and paged through. */
export const GOODS_FOUND_MAX = 1_000;

export const goodsSorts = ['new', 'price', '-price', 'sold'] as const;
export type GoodsSort = (typeof goodsSorts)[number];

/** A row of a list of goods. */
export const goodsRow = z.object({
  id: z.string(),
  shopid: z.string(),
  name: z.string(),
  coinid: coinId,
  /** Of the cheapest variant that is for sale, and of the dearest; equal when all cost the same. */
  price: amountOut,
  pricemax: amountOut,
  /** How much of `price` may be paid with OBL. */
  obl: amountOut,
  /** The first picture, '' when there is none; all of them with commas between. */
  picurl: z.string(),
  bannerpicurl: z.string(),
  /** All variants that are for sale. */
  stock: count,
  sold: count,
});
export type GoodsRow = z.output<typeof goodsRow>;

export const getGoodsPage = defineCall({
  path: 'Goods/GetGoodsPage',
  summary:
    'Goods for sale: of a type with what lies below it, or of a shop, sorted. `total` counts the first 1000 that are found.',
  access: open,
  answer: 'list',
  input: z.strictObject({
    ...pages,
    pid: goodsTypeId.optional(),
    shopid: idText.optional(),
    sort: z.enum(goodsSorts).optional(),
    /** Only what is in stock. */
    instock: z.enum(['1']).optional(),
    coinid: coinId.optional(),
  }),
  output: goodsRow,
});

const goodsType = z.object({
  id: z.string(),
  pid: z.string(),
  name: z.string(),
  picurl: z.string(),
  /** Where it is shown; 0: in the classification. */
  positions: count,
  /** Goods for sale in it and below it. */
  goods: count,
});

export const getGoodsTypePage = defineCall({
  path: 'Goods/GetGoodsTypePage',
  summary: 'Types of goods below `pid` (0: the top). The classification keeps those with `positions` 0.',
  access: open,
  answer: 'list',
  input: z.strictObject({ ...pages, pid: goodsTypeId.optional() }),
  output: goodsType,
});

export const goodsTypeFirst = defineCall({
  path: 'Goods/GoodsTypeFirst',
  summary: 'One type with the types above it, the top first.',
  access: open,
  answer: 'data',
  input: z.strictObject({ id: goodsTypeId }),
  output: goodsType.extend({ above: z.array(z.object({ id: z.string(), name: z.string() })) }),
  errors: ['mall.notype'],
});
