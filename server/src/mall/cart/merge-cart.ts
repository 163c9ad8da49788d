import { CART_LINES_MAX, mergedQuantity } from '@openmere/core/mall/cart.ts';
import type { Origin } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { inSavepoint } from '../../platform/db/savepoint.ts';
import { listForOrder } from '../goods/goods-store.ts';
import { dropCartLines, giveCartLine, listCart, lockCart, setCartLine } from './cart-store.ts';

/**
 * Whoever logs in brings the cart of this browser along (rulebook §12): the larger quantity of both, up to stock; lines beyond the
 * bound of a cart stay behind. It never keeps anybody from logging in: what goes wrong is undone, and the cart is as it was.
 */
export async function mergeCart(
  ctx: Pick<Ctx, 'tx'>,
  { memberId, from }: { memberId: string; from: Origin },
): Promise<void> {
  const { tx } = ctx;
  const guest = from.guest?.hash;
  if (guest === undefined) return;
  const isMerged = await inSavepoint(tx, () => merge(tx, memberId, { guest, locale: from.locale }));
  if (isMerged) from.guest?.end();
}

async function merge(
  tx: Tx,
  memberId: string,
  { guest, locale }: { guest: string; locale: Origin['locale'] },
): Promise<void> {
  const [theirs, own] = [{ guest }, { memberId }];
  await lockCart(tx, theirs);
  await lockCart(tx, own);
  const brought = await listCart(tx, theirs);
  if (brought.length === 0) return;
  const there = await listCart(tx, own);
  const goods = await listForOrder(
    tx,
    brought.map(({ sku_id }) => sku_id),
    locale,
  );
  let room = CART_LINES_MAX - there.length;
  for (const line of brought) {
    const same = there.find(({ sku_id }) => sku_id === line.sku_id);
    const stock = goods.find(({ skuId }) => skuId === line.sku_id)?.stock ?? 0;
    const quantity = mergedQuantity(line.quantity, same?.quantity ?? 0, stock);
    if (same) await setCartLine(tx, same.id, { quantity });
    else if (room > 0) {
      await giveCartLine(tx, line.id, memberId, quantity);
      room -= 1;
    }
  }
  await dropCartLines(
    tx,
    theirs,
    brought.map(({ id }) => id),
  );
}
