import type { GoodsState } from './goods-state.ts';

/** Lines of one cart, and pieces of one line. */
export const CART_LINES_MAX = 100;
export const QUANTITY_MAX = 999;

export const cartLineStates = ['ok', 'lessstock', 'soldout', 'closed', 'gone'] as const;
export type CartLineState = (typeof cartLineStates)[number];

/** What a line shows of what it names: `closed` while its shop sells nothing, `gone` when it is not for sale any more. */
export function cartLineState(
  quantity: number,
  goods: { stock: number; state: GoodsState } | undefined,
): CartLineState {
  if (goods?.state === 'shopclosed') return 'closed';
  if (goods?.state !== 'forsale') return 'gone';
  if (goods.stock === 0) return 'soldout';
  return goods.stock < quantity ? 'lessstock' : 'ok';
}

/**
 * What a line holds when a guest's cart joins a member's: the larger quantity, up to stock. What is sold out stays as it was asked for,
 * so that the cart says so instead of forgetting it.
 */
export function mergedQuantity(one: number, other: number, stock: number): number {
  const larger = Math.min(Math.max(one, other), QUANTITY_MAX);
  return stock > 0 ? Math.min(larger, stock) : larger;
}
