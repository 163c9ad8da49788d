import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { shopCarAdd, shopCarDel, shopCarEdit } from '@openmere/core/mall/cart-contract.ts';
import { CART_LINES_MAX, QUANTITY_MAX } from '@openmere/core/mall/cart.ts';
import type { MemberActor, VisitorActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { listForOrder } from '../goods/goods-store.ts';
import type { OrderableSku } from '../goods/goods-store.ts';
import {
  dropCartLines,
  findOnlySkus,
  insertCartLine,
  listCart,
  lockCart,
  setCartLine,
} from './cart-store.ts';
import { beginCart, findCartOwner } from './whose.ts';

type CartCtx = Pick<Ctx<VisitorActor | MemberActor>, 'tx' | 'actor'>;

/**
 * Goods/ShopCar_Add: adds to what is there. Refusals in order: nogoods, nosku (a goods with choices needs one), soldout, lessstock
 * (with what is in the cart already), fullcart.
 */
export async function addToCart(ctx: CartCtx, input: CallParsed<typeof shopCarAdd>): Promise<void> {
  const { tx, actor } = ctx;
  const sku = await getSku(ctx, input);
  if (sku.stock === 0) throw new Refusal('mall.soldout');
  if (sku.stock < input.quantity) throw lessStock(sku);
  const owner = beginCart(actor);
  if (!owner) throw new Refusal('mall.nocartline');
  await lockCart(tx, owner);
  const lines = await listCart(tx, owner);
  const line = lines.find(({ sku_id }) => sku_id === sku.skuId);
  const quantity = (line?.quantity ?? 0) + input.quantity;
  if (quantity > Math.min(sku.stock, QUANTITY_MAX)) throw lessStock(sku);
  if (!line && lines.length >= CART_LINES_MAX) throw new Refusal('mall.fullcart', { max: CART_LINES_MAX });
  if (line) return setCartLine(tx, line.id, { quantity, price_added: sku.price });
  await insertCartLine(tx, owner, {
    id: newId('crt'),
    goods_id: sku.goodsId,
    sku_id: sku.skuId,
    quantity,
    price_added: sku.price,
  });
}

async function getSku(
  ctx: CartCtx,
  input: { goodsid: string; skuid?: string | undefined },
): Promise<OrderableSku> {
  const { tx, actor } = ctx;
  const id = input.skuid ?? (await findOnlySkus(tx, [input.goodsid])).get(input.goodsid);
  if (id === undefined) throw new Refusal('mall.nosku');
  const [sku] = await listForOrder(tx, [id], actor.from.locale);
  if (!sku || sku.goodsId !== input.goodsid || sku.state !== 'forsale') throw new Refusal('mall.nogoods');
  return sku;
}

function lessStock(sku: OrderableSku): Refusal {
  return new Refusal('mall.lessstock', { name: sku.name, stock: Math.min(sku.stock, QUANTITY_MAX) });
}

/** Goods/ShopCar_Edit. Refusals in order: nocartline, lessstock. Fewer is always possible, however few are left. */
export async function editCart(ctx: CartCtx, input: CallParsed<typeof shopCarEdit>): Promise<void> {
  const { tx, actor } = ctx;
  const owner = findCartOwner(actor);
  if (owner) await lockCart(tx, owner);
  const line = owner && (await listCart(tx, owner)).find(({ id }) => id === input.id);
  if (!line) throw new Refusal('mall.nocartline');
  const [sku] = await listForOrder(tx, [line.sku_id], actor.from.locale);
  if (!sku) throw new Refusal('mall.nocartline');
  if (input.quantity > line.quantity && input.quantity > sku.stock) throw lessStock(sku);
  await setCartLine(tx, line.id, { quantity: input.quantity });
}

/** Goods/ShopCar_Del: what is not in one's own cart is out already. */
export async function takeFromCart(ctx: CartCtx, input: CallParsed<typeof shopCarDel>): Promise<void> {
  const owner = findCartOwner(ctx.actor);
  if (owner) await dropCartLines(ctx.tx, owner, input.ids);
}
