import { shopMoved } from '@openmere/core/mall/shop-contract.ts';
import type { ShopState } from '@openmere/core/mall/shop.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { toNotice } from '../../platform/notices.ts';
import { toMember } from '../../platform/outbox.ts';

/** Tells the open screens of a member how it stands with their shop. */
export async function announceShop(tx: Tx, memberId: string, state: ShopState): Promise<void> {
  await toMember(tx, shopMoved, memberId, { state });
}

export type ShopDecision = 'approved' | 'rejected' | 'suspended' | 'resumed' | 'goodshidden' | 'goodsshown';

/** Tells the owner what an operator decided about the shop or one of its goods (`name`), and why. */
export async function noticeShop(
  tx: Tx,
  memberId: string,
  { decision, name, reason }: { decision: ShopDecision; name: string; reason: string },
): Promise<void> {
  const link = decision === 'rejected' ? '/pages/mall/shopApply' : '/pages/mall/shopManage';
  await toNotice(tx, { memberId, template: `mall.notice.${decision}`, params: { name, reason }, link });
}
