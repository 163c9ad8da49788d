import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { withdrawCancel } from '@openmere/core/withdrawal/contract.ts';
import { isCancellable } from '@openmere/core/withdrawal/state.ts';
import type { OnPosted } from '../ledger/post.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { announceStatus } from './announce.ts';
import { postRelease } from './hold.ts';
import { findRecord } from './record-store.ts';
import { lockWithdrawal, changeWithdrawal } from './withdrawal-store.ts';

/** Wallet/WithdrawCancel: the member takes a request back while it is under review. Refusals: notfound, notcancellable. */
export async function cancelWithdrawal(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & { onPosted?: OnPosted },
  input: CallParsed<typeof withdrawCancel>,
): Promise<CallResult<typeof withdrawCancel>> {
  const { tx, actor } = ctx;
  const row = await lockWithdrawal(tx, input.id);
  if (row?.member_id !== actor.id) throw new Refusal('withdrawal.notfound');
  if (!isCancellable(row.status)) throw new Refusal('withdrawal.notcancellable', { status: row.status });
  const cancelled = await changeWithdrawal(tx, row.id, { status: 'cancelled' });
  await postRelease(ctx, row);
  await announceStatus(tx, row, 'cancelled');
  return findRecord(tx, cancelled, actor.from.locale);
}
