import { shopMoved } from '@openmere/core/mall/shop-contract.ts';
import type { ShopState } from '@openmere/core/mall/shop.ts';
import { listMailable } from '../../member/store.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { toMail, toMember } from '../../platform/outbox.ts';

/** Tells the open screens of a member how it stands with their shop. */
export async function announceShop(tx: Tx, memberId: string, state: ShopState): Promise<void> {
  await toMember(tx, shopMoved, memberId, { state });
}

export type ShopMail = 'approved' | 'rejected' | 'suspended' | 'resumed' | 'goodshidden' | 'goodsshown';

/** Mails the owner what an operator decided about the shop or one of its goods (`name`), and why, where there is a mail address. */
export async function mailShop(
  tx: Tx,
  memberId: string,
  mail: { template: ShopMail; name: string; reason: string },
): Promise<void> {
  const [member] = await listMailable(tx, [memberId]);
  if (!member) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: `mall.mail.${mail.template}`,
    params: { name: mail.name, reason: mail.reason },
    antiphishing: member.antiphishing,
  });
}
