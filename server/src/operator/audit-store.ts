import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { OperatorActor } from '../platform/actor.ts';
import type { Tx, Db } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import { newId } from '../platform/ids.ts';
import type { AuditTable } from './tables.ts';

const EACH_MAX = 100;

export type AuditEntry = {
  /** `domain.verb`. */
  action: string;
  /** What it was done to: an id, an account. */
  subject: string;
  /** Figures and reasons; never secrets. */
  detail: Record<string, unknown>;
};

/**
 * Writes what an operator did, in the transaction that does it. The database numbers, times and chains the row; it locks
 * the end of the chain until commit, so write it last.
 */
export async function recordAudit(
  tx: Tx,
  actor: Pick<OperatorActor, 'id' | 'account'>,
  entry: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId('aud'),
      operator_id: actor.id,
      account: actor.account,
      action: entry.action,
      subject: entry.subject,
      detail: JSON.stringify(entry.detail),
    })
    .execute();
}

/** Newest first. Indexes audit_log_pkey, audit_log_by_account, audit_log_by_action, audit_log_about. */
export async function listAuditRows(
  tx: Tx,
  filter: {
    account: string | undefined;
    action: string | undefined;
    about: string | undefined;
    before: bigint | undefined;
    limit: number;
  },
): Promise<Selectable<AuditTable>[]> {
  const { about } = filter;
  // Read whole and then put in order: along the order, the whole log would be read for the few rows of one thing. Of a member also
  // what was done to the records that are theirs (migration 0806).
  const rows =
    about === undefined
      ? sql<Selectable<AuditTable>>`audit_log`
      : sql<
          Selectable<AuditTable>
        >`(select * from audit_log where array[subject, detail ->> 'member', detail ->> 'order',
            detail ->> 'withdrawal'] @> array[${about}]::text[]
          union
          select done.* from member_records(${about}) as mine (id)
            cross join lateral (select * from audit_log where subject = mine.id offset 0) as done)`;
  let query = tx.selectFrom(rows.as('audit_log')).selectAll();
  if (filter.account) query = query.where('account', '=', filter.account);
  if (filter.action) query = query.where('action', '=', filter.action);
  return pageBy(query, 'seq', { after: filter.before, limit: filter.limit }).execute();
}

/** What was done of one kind to each of these, newest first, a hundred of each at most. Index audit_log_by_subject. */
export async function listAuditOf(
  tx: Tx,
  { action, subjects }: { action: string; subjects: readonly string[] },
): Promise<Pick<Selectable<AuditTable>, 'at' | 'account' | 'subject' | 'detail'>[]> {
  const { rows } = await sql<Pick<Selectable<AuditTable>, 'at' | 'account' | 'subject' | 'detail'>>`
    select done.at, done.account, done.subject, done.detail
      from unnest(${[...subjects]}::text[]) as wanted (subject)
      cross join lateral (
        select seq, at, account, subject, detail from audit_log a
         where a.subject = wanted.subject and a.action = ${action} order by seq desc limit ${EACH_MAX}) done
     order by done.seq desc`.execute(tx);
  return rows;
}

/** The first row that breaks the chain, and what is wrong with it. */
export async function findBrokenRow(db: Db): Promise<{ seq: bigint; problem: string } | undefined> {
  const { rows } = await sql<{ seq: bigint; problem: string }>`
    with chain as (
      select a as entry, a.seq, a.hash, lag(a.seq, 1, 0::bigint) over w as before,
        lag(a.hash, 1, repeat('0', 64)) over w as previous
      from audit_log a window w as (order by a.seq)),
    found as (
      select seq, case when seq <> before + 1 then 'rows are missing before it' else 'it was changed' end as problem
      from chain where seq <> before + 1 or hash <> audit_hash(previous, entry)
      union all
      select h.seq, 'the end of the log is missing' from audit_head h
      where h.seq <> coalesce((select max(seq) from audit_log), 0)
        or h.hash <> coalesce((select hash from audit_log order by seq desc limit 1), repeat('0', 64)))
    select seq, problem from found order by seq limit 1`.execute(db);
  return rows[0];
}

/** The number of the last row. */
export async function findAuditEnd(db: Db): Promise<bigint> {
  return (await db.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()).seq;
}
