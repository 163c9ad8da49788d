import type { OutputOf } from '@openmere/core/calls.ts';

export type Goods = OutputOf<'Goods/GoodsFirst'>;
export type Sku = Goods['skus'][number];

/** Why it cannot be bought now, as a key of the texts; undefined when it can. */
export function reasonAgainst(goods: Pick<Goods, 'state' | 'stock'>) {
  if (goods.state === 'withdrawn') return 'withdrawn';
  if (goods.state === 'hidden') return 'hidden';
  if (goods.state === 'shopclosed') return 'shopClosed';
  return goods.stock === 0 ? 'soldOut' : undefined;
}

/** Every picture once: those of the goods, then those of variants that have their own. */
export function picturesOf({ bannerpicurl, picurl, skus }: Goods): string[] {
  const urls = [...bannerpicurl.split(','), picurl, ...skus.map((sku) => sku.picurl)];
  return [...new Set(urls.map((url) => url.trim()).filter((url) => url !== ''))];
}
