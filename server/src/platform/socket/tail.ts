import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Messages after a gap that are sent one by one; beyond that the client is told to load afresh. */
export const TAIL_MAX = 500;

export type TailRow = { memberId: string; seq: bigint; frameText: string };

/** What members were told after a number, in order; at most one more than TAIL_MAX each, so that "too many" shows. */
export async function readTails(db: Kysely<Schema>, after: ReadonlyMap<string, bigint>): Promise<TailRow[]> {
  const { rows } = await sql<{ member_id: string; seq: bigint; type: string; data: string }>`
    select c.member_id, m.seq, m.type, m.data
    from unnest(${[...after.keys()]}::text[], ${[...after.values()]}::int8[]) as c(member_id, after)
    cross join lateral (
      select seq, type, data::text as data from socket_message
      where member_id = c.member_id and seq > c.after order by seq limit ${TAIL_MAX + 1}) m
    order by c.member_id, m.seq`.execute(db);
  return rows.map((row) => ({
    memberId: row.member_id,
    seq: row.seq,
    frameText: `{"type":${JSON.stringify(row.type)},"data":${row.data},"seq":${row.seq}}`,
  }));
}

/** The number of the member's last message, 0 before the first. */
export async function readLastSeq(db: Kysely<Schema>, memberId: string): Promise<bigint> {
  const { rows } = await sql<{ seq: bigint }>`
    select seq from socket_sequence where member_id = ${memberId}`.execute(db);
  return rows[0]?.seq ?? 0n;
}

/** Whether the message after this number is still there; when it was cleaned away, the gap cannot be filled. */
export async function hasNext(db: Kysely<Schema>, memberId: string, after: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from socket_message where member_id = ${memberId} and seq = ${after + 1n}`.execute(db);
  return rows.length > 0;
}
