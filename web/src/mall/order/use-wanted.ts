import type { OutputOf } from '@openmere/core/calls.ts';
import { useCall } from '../../platform/query.ts';

/** A line of the cart as it would be ordered now. */
export type WantedLine = OutputOf<'Goods/GetShopCar'>;

/** The lines of the cart that an address of the checkout names; none where they are gone. */
export function useWanted(skuids: readonly string[]) {
  const cart = useCall('Goods/GetShopCar', {});
  return { ...cart, data: cart.data?.list.filter((line) => skuids.includes(line.skuid)) };
}
