import type { CallParsed } from '@openmere/core/kit/call.ts';
import type { shopSave } from '@openmere/core/mall/own-goods-contract.ts';
import { setShopOpen } from '../goods/offer-store.ts';
import { checkPictures } from './check-picture.ts';
import { checkMayTrade, lockOwnShop } from './own-shop.ts';
import type { OwnerCtx } from './own-shop.ts';
import { changeShop } from './shop-store.ts';

/** Goods/ShopSave. Refusals in order: noshop, barred (but to close it), badpicture. A suspended shop stays off the lists, whatever its owner says. */
export async function saveShop(ctx: OwnerCtx, input: CallParsed<typeof shopSave>): Promise<void> {
  const { tx, actor } = ctx;
  const shop = await lockOwnShop(ctx);
  const open = input.open === undefined ? shop.open : input.open === '1';
  if (open) await checkMayTrade(ctx);
  const { clear = [] } = input;
  const logo = clear.includes('logo') ? '' : (input.logo ?? shop.logo);
  const about = clear.includes('about') ? '' : (input.about ?? shop.about);
  await checkPictures({ tx, memberId: actor.id }, logo === '' || logo === shop.logo ? [] : [logo]);
  await changeShop(tx, shop.id, { logo, about: about.trim(), open });
  if (open !== shop.open) await setShopOpen(tx, shop.id, open && shop.state === 'approved');
}
