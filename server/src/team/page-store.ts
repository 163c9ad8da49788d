import type { Db, Tx } from '../platform/db/connect.ts';
import type { TeamPage } from './tables.ts';

export async function findPage(db: Db | Tx, memberId: string): Promise<TeamPage | undefined> {
  return db.selectFrom('team_page').selectAll().where('member_id', '=', memberId).executeTakeFirst();
}

export type PageChange = { name?: string; notice?: string; avatar?: string };

/** Sets what is given; what is left out stays. */
export async function savePage(tx: Tx, memberId: string, change: PageChange, now: Date): Promise<TeamPage> {
  return tx
    .insertInto('team_page')
    .values({ member_id: memberId, ...change, changed_at: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ ...change, changed_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
}
