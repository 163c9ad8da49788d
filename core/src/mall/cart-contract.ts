import { z } from 'zod';
import { defineCall, open } from '../kit/call.ts';
import { amountOut, coinId, nothing, wholeNumber } from '../kit/schema.ts';
import { CART_LINES_MAX, QUANTITY_MAX, cartLineStates } from './cart.ts';

const count = z.number().int();
export const goodsIdIn = z.string().regex(/^gds_[0-9A-Za-z-]{1,40}$/);
export const skuIdIn = z.string().regex(/^sku_[0-9A-Za-z-]{1,40}$/);
export const cartIdIn = z.string().regex(/^crt_[0-9A-Za-z-]{1,40}$/);
/** Whole pieces; as a number or as digits. */
export const quantityIn = wholeNumber(1, QUANTITY_MAX);

/** A browser without a login has one, too: by a cookie of its own, which says nothing of a person. */
const rate = { perMinute: 120, burst: 60 } as const;

export const getShopCar = defineCall({
  path: 'Goods/GetShopCar',
  summary:
    'The cart of the member, or of this browser: newest line first, with today’s price, stock and state of each.',
  access: open,
  answer: 'list',
  input: nothing,
  output: z.object({
    id: z.string(),
    goodsid: z.string(),
    skuid: z.string(),
    name: z.string(),
    skuname: z.string(),
    picurl: z.string(),
    shop: z.object({ id: z.string(), name: z.string() }),
    coinid: coinId,
    price: amountOut,
    /** What of one piece may be paid with OBL at most. */
    obl: amountOut,
    /** The price when it was put in; differs from `price` where that changed since. */
    priceadded: amountOut,
    quantity: count,
    stock: count,
    /** `lessstock`: fewer than `quantity` are left; `closed`: its shop sells nothing now; `gone`: not for sale any more. */
    state: z.enum(cartLineStates),
  }),
});

export const shopCarAdd = defineCall({
  path: 'Goods/ShopCar_Add',
  summary: 'Puts so many more pieces of a variant into the cart.',
  access: open,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ goodsid: goodsIdIn, skuid: skuIdIn.optional(), quantity: quantityIn }),
  output: z.undefined(),
  errors: ['mall.nogoods', 'mall.nosku', 'mall.soldout', 'mall.lessstock', 'mall.fullcart'],
  rate,
});

export const shopCarEdit = defineCall({
  path: 'Goods/ShopCar_Edit',
  summary: 'Sets the quantity of a line of one’s own cart.',
  access: open,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ id: cartIdIn, quantity: quantityIn }),
  output: z.undefined(),
  errors: ['mall.nocartline', 'mall.lessstock'],
  rate,
});

export const shopCarDel = defineCall({
  path: 'Goods/ShopCar_Del',
  summary: 'Takes lines out of one’s own cart; what is not there is out already.',
  access: open,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({ ids: z.array(cartIdIn).min(1).max(CART_LINES_MAX) }),
  output: z.undefined(),
  rate,
});
