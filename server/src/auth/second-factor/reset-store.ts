import type { ResetState } from '@openmere/core/auth/second-factor/reset-console-contract.ts';
import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { FactorResetTable } from '../store.ts';

export type FactorReset = Selectable<FactorResetTable>;

/** The one that is open, of a member. Index factor_reset_open. */
export async function findOpenReset(db: Db | Tx, memberId: string): Promise<FactorReset | undefined> {
  return db
    .selectFrom('factor_reset')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

export async function findReset(tx: Tx, id: string): Promise<FactorReset | undefined> {
  return tx.selectFrom('factor_reset').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One by its id, until the transaction ends; whoever else would end it waits. */
export async function lockReset(tx: Tx, id: string): Promise<FactorReset | undefined> {
  return tx.selectFrom('factor_reset').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertReset(tx: Tx, row: Insertable<FactorResetTable>): Promise<FactorReset> {
  return tx.insertInto('factor_reset').values(row).returningAll().executeTakeFirstOrThrow();
}

/** What came of it; the operators behind it, where there are any. */
export type ResetEnd = {
  state: Exclude<ResetState, 'open'>;
  now: Date;
  makerId?: string;
  checkerId?: string;
  reason?: string;
};

export async function endReset(tx: Tx, id: string, end: ResetEnd): Promise<void> {
  const { state, now, makerId, checkerId, reason } = end;
  await tx
    .updateTable('factor_reset')
    .set({
      state,
      ended_at: now,
      ...(makerId !== undefined && { maker_id: makerId }),
      ...(checkerId !== undefined && { checker_id: checkerId }),
      ...(reason !== undefined && { reason }),
    })
    .where('id', '=', id)
    .execute();
}

/** The same of one that nobody holds: what somebody else made of it meanwhile stays. @returns whether it was still open. */
export async function endIfOpen(
  tx: Tx,
  id: string,
  { state, now }: Pick<ResetEnd, 'state' | 'now'>,
): Promise<boolean> {
  const ended = await tx
    .updateTable('factor_reset')
    .set({ state, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .execute();
  return ended.length > 0;
}

/** Nothing of them is kept of a member who closes the account. */
export async function dropResets(tx: Tx, memberId: string): Promise<void> {
  await tx.deleteFrom('factor_reset').where('member_id', '=', memberId).execute();
}

export type ListedReset = FactorReset & {
  before: number;
  known_device: boolean;
  known_network: boolean;
};

/** Open ones, oldest first; ended ones, newest first. Index factor_reset_by_state. */
export async function listResets(
  tx: Tx,
  { state, after, limit }: { state: 'open' | 'ended'; after: string | undefined; limit: number },
): Promise<ListedReset[]> {
  const isOpen = state === 'open';
  const { rows } = await sql<ListedReset>`
    select r.*, host(r.ip) as ip,
      (select count(*)::int from factor_reset e where e.member_id = r.member_id and e.id < r.id) as before,
      r.known_browser or exists (select from member_device d
        where d.member_id = r.member_id and d.device_hash = r.device_hash and d.ip_prefix = r.ip_prefix) as known_device,
      exists (select from member_device d where d.member_id = r.member_id and d.ip_prefix = r.ip_prefix) as known_network
    from factor_reset r
    where ${isOpen ? sql`r.state = 'open'` : sql`r.state <> 'open'`}
      and ${after === undefined ? sql`true` : isOpen ? sql`r.id > ${after}` : sql`r.id < ${after}`}
    order by r.id ${isOpen ? sql`asc` : sql`desc`} limit ${limit}`.execute(tx);
  return rows;
}
