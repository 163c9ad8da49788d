import { formatLocation } from '../../platform/location.ts';

const checkoutPath = '/pages/order/create';

/**
 * The way to the checkout with chosen lines of the cart; a visitor is led through login and comes back to it. They go by their
 * variants: a cart has one line of each, and the cart of a visitor becomes another one at login.
 */
export function checkoutLink({ skuids }: { readonly skuids: readonly string[] }): string {
  return `#${formatLocation(checkoutPath, { skus: skuids.join(',') })}`;
}

/** The variants that the address of the checkout names. */
export function readWanted(query: Readonly<Record<string, string | undefined>>): string[] {
  return (query['skus'] ?? '').split(',').filter((id) => id !== '');
}
