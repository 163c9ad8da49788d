import { CART_LINES_MAX, mergedQuantity } from '@openmere/core/mall/cart.ts';
import type { Origin } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { inSavepoint } from '../../platform/db/savepoint.ts';
import { listForOrder } from '../goods/goods-store.ts';
import { dropCartLines, giveCartLine, listCart, lockCart, setCartLine } from './cart-store.ts';
import type { CartLine } from './cart-store.ts';

/**
 * Whoever logs in brings the cart of this browser along (rulebook §12): the larger quantity of both, up to stock. What finds no room
 * stays in the browser's cart, and comes along when the member's is looked at and has room. It never keeps anybody from logging in:
 * what goes wrong is undone, and the cart is as it was.
 */
export async function mergeCart(
  ctx: Pick<Ctx, 'tx'>,
  { memberId, from }: { memberId: string; from: Origin },
): Promise<void> {
  const { tx } = ctx;
  const guest = from.guest?.hash;
  if (guest === undefined) return;
  let left = 0;
  const isMerged = await inSavepoint(tx, async () => {
    left = await merge(tx, memberId, { guest, locale: from.locale });
  });
  if (isMerged && left === 0) from.guest?.end();
}

/** @returns how many lines found no room. */
async function merge(
  tx: Tx,
  memberId: string,
  { guest, locale }: { guest: string; locale: Origin['locale'] },
): Promise<number> {
  const [theirs, own] = [{ guest }, { memberId }];
  await lockCart(tx, theirs);
  await lockCart(tx, own);
  const brought = await listCart(tx, theirs);
  if (brought.length === 0) return 0;
  const there = await listCart(tx, own);
  const goods = await listForOrder(
    tx,
    brought.map(({ sku_id }) => sku_id),
    locale,
  );
  const isThere = ({ sku_id }: CartLine) => there.some((one) => one.sku_id === sku_id);
  const room = Math.max(0, CART_LINES_MAX - there.length);
  const left = brought.filter((line) => !isThere(line)).slice(room);
  for (const line of brought.filter((one) => !left.includes(one))) {
    const same = there.find(({ sku_id }) => sku_id === line.sku_id);
    const stock = goods.find(({ skuId }) => skuId === line.sku_id)?.stock ?? 0;
    const quantity = mergedQuantity(line.quantity, same?.quantity ?? 0, stock);
    if (same) {
      await setCartLine(tx, same.id, { quantity });
      await dropCartLines(tx, theirs, [line.id]);
    } else await giveCartLine(tx, line.id, memberId, quantity);
  }
  return left.length;
}
