import type { OnPosted } from '../ledger/post.ts';
import type { Tx } from '../platform/db/connect.ts';
import { announceStatus, mailMember } from './announce.ts';
import { postRelease } from './hold.ts';
import type { Withdrawal } from './tables.ts';

/** reviewing → rejected with the reason that the member reads; the held amount goes back. */
export async function rejectWithdrawal(
  tx: Tx,
  row: Withdrawal,
  reason: string,
  deps: { onPosted?: OnPosted },
): Promise<Withdrawal> {
  const rejected = await tx
    .updateTable('withdrawal')
    .set({ status: 'rejected', reason })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await postRelease(tx, row, deps.onPosted);
  await announceStatus(tx, row, 'rejected');
  await mailMember(tx, rejected, 'rejected');
  return rejected;
}
