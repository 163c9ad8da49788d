import { Refusal } from '@openmere/core/kit/refusal.ts';
import { listNotTrading } from '../../member/only-leave.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx, ReadCtx } from '../../platform/context.ts';
import { findShopOfMember, lockShop } from './shop-store.ts';
import type { ShopRow } from './tables.ts';

export type OwnerCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** The shop of who asks. Refuses `mall.noshop`. */
export async function getOwnShop(ctx: OwnerCtx): Promise<ShopRow> {
  const shop = await findShopOfMember(ctx.tx, ctx.actor.id);
  if (!shop) throw new Refusal('mall.noshop');
  return shop;
}

/** The same, and nobody else changes it until the transaction ends: requests of one shop take turns. */
export async function lockOwnShop(ctx: OwnerCtx): Promise<ShopRow> {
  const { id } = await getOwnShop(ctx);
  const shop = await lockShop(ctx.tx, id);
  if (!shop) throw new Refusal('mall.noshop');
  return shop;
}

/** Whether somebody's shop may sell. */
export async function mayTrade(ctx: ReadCtx, memberId: string): Promise<boolean> {
  return (await listNotTrading(ctx, [memberId])).size === 0;
}

/** Whether a shop sells now: its owner keeps it open, no operator suspended it, and it may. */
export async function isSelling(ctx: ReadCtx, shop: ShopRow): Promise<boolean> {
  return shop.open && shop.state === 'approved' && (await mayTrade(ctx, shop.member_id));
}

/** Refuses `mall.barred` to an owner whose shop may not sell. */
export async function checkMayTrade(ctx: OwnerCtx): Promise<void> {
  if (!(await mayTrade(ctx, ctx.actor.id))) throw new Refusal('mall.barred');
}
