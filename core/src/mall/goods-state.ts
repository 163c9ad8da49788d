/** For sale, or why not: its shop withdrew it, an operator hid it, its shop is closed or suspended. */
export const goodsStates = ['forsale', 'withdrawn', 'hidden', 'shopclosed'] as const;
export type GoodsState = (typeof goodsStates)[number];

/** What weighs more is said first: an operator's word, then the whole shop, then this goods. */
export function goodsStateOf(facts: {
  isOffered: boolean;
  isHidden: boolean;
  isShopOpen: boolean;
}): GoodsState {
  if (facts.isHidden) return 'hidden';
  if (!facts.isShopOpen) return 'shopclosed';
  return facts.isOffered ? 'forsale' : 'withdrawn';
}
