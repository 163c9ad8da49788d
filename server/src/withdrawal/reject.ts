import type { OnPosted } from '../ledger/post.ts';
import type { Ctx } from '../platform/context.ts';
import { announceStatus, mailMember } from './announce.ts';
import { postRelease } from './hold.ts';
import type { Withdrawal } from './tables.ts';
import { changeWithdrawal } from './withdrawal-store.ts';

/** reviewing → rejected with the reason that the member reads; the held amount goes back. */
export async function rejectWithdrawal(
  ctx: Pick<Ctx, 'tx'> & { onPosted?: OnPosted },
  { row, reason }: { row: Withdrawal; reason: string },
): Promise<Withdrawal> {
  const { tx } = ctx;
  const rejected = await changeWithdrawal(tx, row.id, { status: 'rejected', reason });
  await postRelease(ctx, row);
  await announceStatus(tx, row, 'rejected');
  await mailMember(tx, rejected, 'rejected');
  return rejected;
}
