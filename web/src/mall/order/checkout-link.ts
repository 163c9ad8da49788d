import { formatLocation } from '../../platform/location.ts';

export const CHECKOUT_PATH = '/pages/order/create';

/** What is ordered: chosen lines of the cart by their variants, or one kind of goods at once. */
export type Wanted =
  | { readonly skuids: readonly string[] }
  | { readonly goodsid: string; readonly skuid: string; readonly quantity: number };

/**
 * The way to the checkout; a visitor is led through login and comes back to it. Lines of the cart go by their variants: a cart
 * has one line of each, and the cart of a visitor becomes another one at login.
 */
export function checkoutLink(wanted: Wanted): string {
  const query =
    'skuids' in wanted
      ? { skus: wanted.skuids.join(',') }
      : { goodsid: wanted.goodsid, skuid: wanted.skuid, quantity: String(wanted.quantity) };
  return `#${formatLocation(CHECKOUT_PATH, query)}`;
}

/** What the address of the checkout names; undefined where it names nothing that could be ordered. */
export function readWanted(query: Readonly<Record<string, string | undefined>>): Wanted | undefined {
  const skuids = (query['skus'] ?? '').split(',').filter((id) => id !== '');
  if (skuids.length > 0) return { skuids };
  const { goodsid, skuid = '', quantity = '' } = query;
  const count = /^[1-9]\d{0,2}$/.test(quantity) ? Number(quantity) : 1;
  return goodsid === undefined ? undefined : { goodsid, skuid, quantity: count };
}
