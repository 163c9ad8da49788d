import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import {
  amountOut,
  coinId,
  idText,
  nothing,
  pages,
  paging,
  searchText,
  timeOut,
  wholeNumber,
} from '../kit/schema.ts';
import { goodsStates } from './goods-state.ts';
import { shopKinds } from './shop.ts';

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
  /** Of the cheapest variant in stock (where none is, for sale) and of the dearest; equal when all cost the same. */
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
  /** In a list `forsale`, or `shopclosed` where the shop’s owner may only leave. */
  state: z.enum(goodsStates),
});
export type GoodsRow = z.output<typeof goodsRow>;

export const getGoodsPage = defineCall({
  path: 'Goods/GetGoodsPage',
  summary:
    'Goods for sale: searched, of a type with what lies below it, or of a shop, sorted. `total` counts the first 1000 found.',
  access: open,
  answer: 'list',
  input: z.strictObject({
    ...pages,
    /** Without `sort` what fits best comes first. Misspelled words are found where nothing else is. */
    search: searchText.optional(),
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

const goodsSku = z.object({
  id: z.string(),
  /** '' where a goods has no choices. */
  name: z.string(),
  price: amountOut,
  obl: amountOut,
  stock: count,
  picurl: z.string(),
});

/** '4.6', one decimal, halves up; null: nobody has rated it yet. */
const rating = z
  .string()
  .regex(/^[1-5]\.\d$/)
  .nullable();

export const goodsFirst = defineCall({
  path: 'Goods/GoodsFirst',
  summary: 'One goods with its variants, pictures and HTML content, which is clean.',
  access: open,
  answer: 'data',
  input: z.strictObject({ id: goodsId }),
  output: goodsRow.extend({
    type: z.object({ id: z.string(), name: z.string() }),
    /** HTML; '' while it is hidden. */
    content: z.string(),
    /** Those that are for sale. */
    skus: z.array(goodsSku),
    comments: count,
    rating,
    shop: z.object({ id: z.string(), name: z.string(), logo: z.string() }),
  }),
  errors: ['mall.nogoods'],
});

export const mallShopInfo = defineCall({
  path: 'Goods/MallShopInfo',
  summary: 'The public page of a shop.',
  access: open,
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    logo: z.string(),
    kind: z.enum(shopKinds),
    about: z.string(),
    since: timeOut,
    /** For sale, of the first 1000. */
    goods: count,
    sold: count,
    rating,
    open: z.boolean(),
  }),
  errors: ['mall.noshop'],
});

/** So many goods fit into a collection. */
export const COLLECTED_MAX = 500;

export const getMyGoodsCollect = defineCall({
  path: 'Goods/getMyGoodsCollect',
  summary: 'Collected goods, newest first; also those that are not for sale any more.',
  access: member,
  answer: 'list',
  input: z.strictObject({ ...paging }),
  output: goodsRow.extend({ collected: timeOut }),
});

export const collectGoods = defineCall({
  path: 'Goods/CollectGoods',
  summary: 'Collects a goods; again is the same.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ goodsid: goodsId }),
  output: nothing,
  errors: ['mall.nogoods', 'mall.manycollected'],
});

export const collectGoodsDel = defineCall({
  path: 'Goods/CollectGoods_Del',
  summary: 'Takes goods out of the collection.',
  access: member,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ goodsids: z.array(goodsId).min(1).max(100) }),
  output: nothing,
});

export const isCollect = defineCall({
  path: 'Goods/isCollect',
  summary: 'Whether the member collected this goods.',
  access: member,
  answer: 'data',
  input: z.strictObject({ goodsid: goodsId }),
  output: z.object({ collected: z.boolean() }),
});

export const goodsComment = z.object({
  id: z.string(),
  time: timeOut,
  /** Masked. */
  nickname: z.string(),
  avatar: z.string(),
  stars: count,
  text: z.string(),
  pictures: z.array(z.string()),
  /** The variant as it was called when it was bought. */
  sku: z.string(),
  /** Of the shop, once. */
  answer: z.object({ time: timeOut, text: z.string() }).nullable(),
});
export type GoodsComment = z.output<typeof goodsComment>;

export const commentByGoods = defineCall({
  path: 'Goods/CommentByGoods',
  summary: 'Comments of buyers on a goods, newest first; hidden ones are left out.',
  access: open,
  answer: 'list',
  input: z.strictObject({ goodsid: goodsId, ...paging }),
  output: goodsComment,
});

export const comment = defineCall({
  path: 'Goods/Comment/Comment',
  summary: 'A buyer comments on a line of a completed order, once, within 90 days.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    orderid: idText,
    lineid: idText,
    stars: wholeNumber(1, 5),
    /** 1 to 1000 characters. */
    text: z.string().max(4000),
    /** Addresses of Ctrls/Upload. */
    pictures: z.array(z.string().max(200)).max(6).optional(),
  }),
  output: goodsComment,
  errors: ['mall.noorder', 'mall.commented', 'mall.commentlate', 'mall.badtext', 'mall.badpicture'],
});
