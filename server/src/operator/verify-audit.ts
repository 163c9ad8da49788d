import { sql } from 'kysely';
import type { ReadCtx } from '../platform/context.ts';

export type AuditVerdict = { ok: true; rows: number } | { ok: false; seq: bigint; problem: string };

/**
 * Recomputes the whole chain in the database and names the first row that was edited, removed or added beside the
 * chain; a removed end shows by the head row (threats.md T27).
 */
export async function verifyAudit(ctx: ReadCtx): Promise<AuditVerdict> {
  const { tx } = ctx;
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
    select seq, problem from found order by seq limit 1`.execute(tx);
  const first = rows[0];
  if (first) return { ok: false, ...first };
  const head = await tx.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow();
  return { ok: true, rows: Number(head.seq) };
}
