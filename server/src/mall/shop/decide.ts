import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type {
  adminShopApplicationLook,
  adminShopDecide,
  adminShopSuspend,
} from '@openmere/core/mall/console-contract.ts';
import { checkReason } from '@openmere/core/mall/shop.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { lookAtSealed } from '../../platform/files/sealed-pictures.ts';
import { open } from '../../platform/secrets-box.ts';
import { setShopOpen } from '../goods/offer-store.ts';
import { announceShop, noticeShop } from './announce.ts';
import { endApplication, findApplication, lockApplication } from './application-store.ts';
import { showApplications } from './list-applications.ts';
import { showShops } from './list-shops.ts';
import { mayTrade } from './own-shop.ts';
import { createShop, findShopOfMember, lockShop, setShopState } from './shop-store.ts';
import { licencePictures } from './upload-licence.ts';

/** Admin/ShopApplicationLook: what is shown was written down before. Refusal: noapplication. */
export async function lookAtApplication(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { id, reason }: CallParsed<typeof adminShopApplicationLook>,
): Promise<CallResult<typeof adminShopApplicationLook>> {
  const { tx, actor } = ctx;
  const row = await findApplication(tx, id);
  if (!row) throw new Refusal('mall.noapplication');
  const licences = await lookAtSealed(tx, { ...licencePictures, subjectId: id }, (ids) =>
    recordAudit(tx, actor, {
      action: 'shop.look',
      subject: id,
      detail: { reason, member: row.member_id, licences: ids },
    }),
  );
  return { contact: open(row.contact), licences };
}

/**
 * Admin/ShopDecide. Refusals in order: noapplication, needreason, applicationdecided, ownerbarred, shopexists, nametaken (when it is approved).
 */
export async function decideApplication(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { id, decision, reason }: CallParsed<typeof adminShopDecide>,
): Promise<CallResult<typeof adminShopDecide>> {
  const { tx, actor } = ctx;
  const row = await lockApplication(tx, id);
  if (!row) throw new Refusal('mall.noapplication');
  refuse(checkReason(reason));
  if (row.state !== 'pending') throw new Refusal('mall.applicationdecided');
  const state = decision === 'approve' ? 'approved' : 'rejected';
  if (state === 'approved') {
    const { member_id: memberId, name, logo, kind, about } = row;
    if (!(await mayTrade(ctx, memberId))) throw new Refusal('mall.ownerbarred');
    const shop = await createShop(tx, { memberId, name, logo, kind, about });
    if (!shop)
      throw new Refusal((await findShopOfMember(tx, memberId)) ? 'mall.shopexists' : 'mall.nametaken');
  }
  const decidedAt = await businessNow(tx);
  await endApplication(tx, id, { state, operator_id: actor.id, decided_at: decidedAt, reason });
  await announceShop(tx, row.member_id, state);
  await noticeShop(tx, row.member_id, { decision: state, name: row.name, reason });
  await recordAudit(tx, actor, {
    action: `shop.${decision}`,
    subject: id,
    detail: { reason, member: row.member_id, name: row.name },
  });
  const [shown] = await showApplications(ctx, [
    { ...row, state, operator_id: actor.id, decided_at: decidedAt, reason },
  ]);
  assert(shown, 'a row is shown as one');
  return shown;
}

/** Admin/ShopSuspend. Refusals in order: noshop, needreason, samestate. */
export async function suspendShop(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  { id, suspend, reason }: CallParsed<typeof adminShopSuspend>,
): Promise<CallResult<typeof adminShopSuspend>> {
  const { tx, actor } = ctx;
  const row = await lockShop(tx, id);
  if (!row) throw new Refusal('mall.noshop');
  refuse(checkReason(reason));
  const state = suspend === '1' ? 'suspended' : 'approved';
  if (row.state === state) throw new Refusal('mall.samestate');
  const changed = { state, reason: state === 'suspended' ? reason : '' } as const;
  await setShopState(tx, id, changed);
  await setShopOpen(tx, id, state === 'approved' && row.open);
  await announceShop(tx, row.member_id, state);
  const told = state === 'suspended' ? 'suspended' : 'resumed';
  await noticeShop(tx, row.member_id, { decision: told, name: row.name, reason });
  await recordAudit(tx, actor, {
    action: state === 'suspended' ? 'shop.suspend' : 'shop.resume',
    subject: id,
    detail: { reason, member: row.member_id, name: row.name },
  });
  const [shown] = await showShops(ctx, [{ ...row, ...changed }]);
  assert(shown, 'a row is shown as one');
  return shown;
}
