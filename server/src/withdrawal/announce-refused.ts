import type { DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { Rows } from '../platform/rows.ts';
import { announceStatus, mailMember } from './announce.ts';
import { changeWithdrawal, listRefused, lockWithdrawal } from './withdrawal-store.ts';

/**
 * What the signer refused for good: its member hears of it from here, because the signer may write to nobody (rights.sql). The
 * signer's word stands in `blocked` until that is done.
 */
export async function announceRefused(ctx: DbCtx & { signal?: AbortSignal | undefined }): Promise<void> {
  const { db, signal } = ctx;
  const rows = new Rows();
  for (const id of await listRefused(db)) {
    if (signal?.aborted) break;
    await rows.attempt(id, () => inTransaction(db, (tx) => announceOne(tx, id)));
  }
  rows.end();
}

async function announceOne(tx: Tx, id: string): Promise<void> {
  const row = await lockWithdrawal(tx, id);
  if (row?.status !== 'failed' || row.blocked === null) return;
  await changeWithdrawal(tx, id, { blocked: null });
  await announceStatus(tx, row, 'failed');
  await mailMember(tx, row, 'failed');
}
