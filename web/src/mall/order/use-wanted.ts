import type { OutputOf } from '@openmere/core/calls.ts';
import { useCall } from '../../platform/query.ts';
import type { Wanted } from './checkout-link.ts';

type CartLine = OutputOf<'Goods/GetShopCar'>;

/** A line as it would be ordered now. `cartid` where it comes from the cart. */
export type WantedLine = Omit<CartLine, 'id' | 'priceadded' | 'stock'> & { cartid?: string; stock: number };

type Read = {
  data: readonly WantedLine[] | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
};

function stateOf(stock: number, quantity: number): CartLine['state'] {
  if (stock === 0) return 'soldout';
  return stock < quantity ? 'lessstock' : 'ok';
}

function lineOf(goods: OutputOf<'Goods/GoodsFirst'>, skuid: string, quantity: number): WantedLine[] {
  const sku = goods.skus.find((one) => one.id === skuid) ?? (skuid === '' ? goods.skus[0] : undefined);
  if (!sku || goods.state !== 'forsale') return [];
  const { id, name, shop, coinid } = goods;
  const { price, obl, stock } = sku;
  return [
    {
      goodsid: id,
      skuid: sku.id,
      name,
      skuname: sku.name,
      picurl: sku.picurl === '' ? goods.picurl : sku.picurl,
      shop: { id: shop.id, name: shop.name },
      coinid,
      price,
      obl,
      quantity,
      stock,
      state: stateOf(stock, quantity),
    },
  ];
}

/** The lines that an address of the checkout names, with today's prices and stock; none where they are gone. */
export function useWanted(wanted: Wanted | undefined): Read {
  const skuids = wanted && 'skuids' in wanted ? wanted.skuids : undefined;
  const one = wanted && 'goodsid' in wanted ? wanted : undefined;
  const cart = useCall('Goods/GetShopCar', {}, { enabled: skuids !== undefined });
  const goods = useCall('Goods/GoodsFirst', { id: one?.goodsid ?? '' }, { enabled: one !== undefined });
  if (skuids) {
    const chosen = cart.data?.list.filter((line) => skuids.includes(line.skuid));
    return { ...cart, data: chosen?.map(({ id, ...line }) => ({ ...line, cartid: id })) };
  }
  if (!one) return { data: [], isError: false, error: undefined, refetch: () => undefined };
  return { ...goods, data: goods.data && lineOf(goods.data, one.skuid, one.quantity) };
}
