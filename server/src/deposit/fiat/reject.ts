import type { adminFiatReject, adminFiatSlipLook } from '@openmere/core/deposit/fiat/console-contract.ts';
import { formatFiat } from '@openmere/core/deposit/fiat/quote.ts';
import { nextFiat } from '@openmere/core/deposit/fiat/state.ts';
import type { CallParsed } from '@openmere/core/kit/call.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { recordAudit } from '../../operator/audit-store.ts';
import type { OperatorActor } from '../../platform/actor.ts';
import { businessNow } from '../../platform/business-clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { lookAtSealed } from '../../platform/files/sealed-pictures.ts';
import { announceFiat, noticeFiat } from './announce.ts';
import { changeLine, lockLineOfOrder } from './line-store.ts';
import { changeOrder, findOrder, lockOrder } from './order-store.ts';
import { slipPictures } from './slip-kind.ts';

type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;

/**
 * Admin/FiatReject. No money moves: what came for it stays on its line, free for another order or for its way back, and it is known
 * whose it is. Refusals in order: fiatnoorder, fiatstate.
 */
export async function rejectOrder(
  ctx: OperatorCtx,
  { id, reason }: CallParsed<typeof adminFiatReject>,
): Promise<void> {
  const { tx, actor } = ctx;
  const order = await lockOrder(tx, id);
  if (!order) throw new Refusal('deposit.fiatnoorder');
  const next = nextFiat(order.status, 'reject');
  if (next === undefined) throw new Refusal('deposit.fiatstate');
  const line = await lockLineOfOrder(tx, id);
  if (line) await changeLine(tx, line.id, { order_id: null });
  await changeOrder(tx, id, { status: next, reason, ended_at: await businessNow(tx) });
  await announceFiat(tx, order, next);
  await noticeFiat(tx, order.member_id, 'fiatrejected', {
    money: `${formatFiat(order.amount, order.decimals)} ${order.currency}`,
    reference: order.reference,
    reason,
  });
  await recordAudit(tx, actor, {
    action: 'fiat.reject',
    subject: id,
    detail: { reason, member: order.member_id, line: line?.id ?? null },
  });
}

/** Admin/FiatSlipLook: the look and its reason are written down before anything is shown. Refusal: fiatnoorder. */
export async function lookAtSlips(
  ctx: OperatorCtx,
  { id, reason }: CallParsed<typeof adminFiatSlipLook>,
): Promise<CallResult<typeof adminFiatSlipLook>> {
  const { tx, actor } = ctx;
  const order = await findOrder(tx, id);
  if (!order) throw new Refusal('deposit.fiatnoorder');
  const slips = await lookAtSealed(tx, { ...slipPictures, subjectId: id }, (ids) =>
    recordAudit(tx, actor, {
      action: 'fiat.look',
      subject: id,
      detail: { reason, member: order.member_id, slips: ids },
    }),
  );
  return { slips };
}
