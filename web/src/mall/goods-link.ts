import { formatLocation } from '../platform/location.ts';

export const MALL_PATH = '/pages/mall/mall';
export const TYPE_PATH = '/pages/mall/type';
export const SEARCH_PATH = '/pages/mall/search';
export const GOODS_PATH = '/pages/mall/goods';
export const CART_PATH = '/pages/mall/cart';
export const COLLECT_PATH = '/pages/mall/collect';
export const SHOP_PATH = '/pages/mall/shop';

export const goodsLink = (id: string): string => `#${formatLocation(GOODS_PATH, { id })}`;
export const shopLink = (id: string): string => `#${formatLocation(SHOP_PATH, { id })}`;
export const typeLink = (id: string): string => `#${formatLocation(TYPE_PATH, { id })}`;
