import type { fiatProof } from '@openmere/core/deposit/fiat/contract.ts';
import { nextFiat } from '@openmere/core/deposit/fiat/state.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx, DbCtx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/connect.ts';
import { attachSealed, countSealed, uploadSealed } from '../../platform/files/sealed-pictures.ts';
import { announceFiat } from './announce.ts';
import { changeOrder, findOrder, lockOrder } from './order-store.ts';
import { showOrder } from './show-order.ts';
import { SLIPS_MAX, slipPictures } from './slip-kind.ts';

/**
 * Wallet/FiatProof. Refusals in order: fiatpdf, fiatnoorder, fiatstate, those of a picture, fiatslips.
 */
export async function sendSlip(
  ctx: Pick<Ctx<MemberActor>, 'actor'> & DbCtx,
  { id, bytes }: CallParsed<typeof fiatProof> & { bytes: Buffer },
): Promise<CallResult<typeof fiatProof>> {
  const { db, actor } = ctx;
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') throw new Refusal('deposit.fiatpdf');
  const first = await findOrder(db, id);
  if (first?.member_id !== actor.id) throw new Refusal('deposit.fiatnoorder');
  if (nextFiat(first.status, 'slip') === undefined) throw new Refusal('deposit.fiatstate');
  const picture = await uploadSealed({ db, memberId: actor.id }, slipPictures, bytes);
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id);
    const next = order && nextFiat(order.status, 'slip');
    if (!order || next === undefined) throw new Refusal('deposit.fiatstate');
    const sent = (await countSealed(tx, slipPictures, [id])).get(id) ?? 0;
    if (sent >= SLIPS_MAX) throw new Refusal('deposit.fiatslips', { most: SLIPS_MAX });
    await attachSealed(tx, slipPictures, { memberId: actor.id, subjectId: id, ids: [picture.id] });
    await changeOrder(tx, id, { status: next });
    await announceFiat(tx, order, next);
    return showOrder({ tx, actor }, id);
  });
}
