import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
/** Two different operators must want it before the signer gives up a payout. */
export const releasesNeeded = 2;

export async function listUnsignedReleases(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from withdrawal w
    where w.status = 'approved' and not exists (select from payout_void v where v.withdrawal_id = w.id)
      and (select count(*) from withdrawal_release r where r.withdrawal_id = w.id) >= ${releasesNeeded}
    order by w.id`.execute(db);
  return rows.map(({ id }) => id);
}
