import * as calls from '@openmere/core/mall/cart-contract.ts';
import { serveTx } from '../../platform/http/serve.ts';
import type { Api } from '../../platform/http/serve.ts';
import { addToCart, editCart, takeFromCart } from './change-cart.ts';
import { showCart } from './show-cart.ts';

/** Carts of members and of browsers without a login. */
export function cartRoutes(api: Api): void {
  serveTx(api, calls.getShopCar, showCart);
  serveTx(api, calls.shopCarAdd, addToCart);
  serveTx(api, calls.shopCarEdit, editCart);
  serveTx(api, calls.shopCarDel, takeFromCart);
}
