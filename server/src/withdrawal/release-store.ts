import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Two different operators must want it before the signer gives up a payout. */
export const RELEASES_NEEDED = 2;

export async function listUnsignedReleases(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from withdrawal w
    where w.status = 'approved' and not exists (select from payout_void v where v.withdrawal_id = w.id)
      and (select count(*) from withdrawal_release r where r.withdrawal_id = w.id) >= ${RELEASES_NEEDED}
    order by w.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who wants the money given back. */
export async function listReleasers(tx: Tx, withdrawalId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('withdrawal_release')
    .select('operator_id')
    .where('withdrawal_id', '=', withdrawalId)
    .execute();
  return rows.map(({ operator_id }) => operator_id);
}

/** Counts an operator's yes, once. */
export async function insertRelease(
  tx: Tx,
  release: { withdrawal_id: string; operator_id: string; reason: string },
): Promise<void> {
  await tx
    .insertInto('withdrawal_release')
    .values(release)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
