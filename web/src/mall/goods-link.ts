import { formatLocation } from '../platform/location.ts';

export const mallPath = '/pages/mall/mall';
export const typePath = '/pages/mall/type';
export const searchPath = '/pages/mall/search';
export const goodsPath = '/pages/mall/goods';
export const cartPath = '/pages/mall/cart';
export const collectPath = '/pages/mall/collect';
export const shopPath = '/pages/mall/shop';

export const goodsLink = (id: string): string => `#${formatLocation(goodsPath, { id })}`;
export const shopLink = (id: string): string => `#${formatLocation(shopPath, { id })}`;
export const typeLink = (id: string): string => `#${formatLocation(typePath, { id })}`;
