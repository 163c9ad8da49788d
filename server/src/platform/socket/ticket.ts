import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { MemberActor } from '../actor.ts';
import type { Tx } from '../db/connect.ts';
import type { Schema } from '../db/schema.ts';
import { hashToken, newToken } from '../tokens.ts';
import { TAIL_MAX } from './tail.ts';

/** A ticket lives half a minute (calls.md, Socket), by the database's clock. */
const TICKET_SECONDS = 30;

/** A message is written a while before it is committed: so much longer ago one may be that an answer lacks. */
const COMMIT_SECONDS = 1;

/**
 * Makes a one-use ticket for the socket and tells the member's last message number, to ask for what follows; with `readForMs`, the
 * last one before the member's page began to read, at most so far back as can be filled (TAIL_MAX), and the socket
 * then begins with what everybody was told since.
 */
export async function issueTicket(
  tx: Tx,
  actor: MemberActor,
  readForMs?: number,
): Promise<{ ticket: string; seq: number }> {
  const ticket = newToken();
  const since = readForMs === undefined ? null : readForMs / 1000 + COMMIT_SECONDS;
  const { rows } = await sql<{ seq: bigint }>`
    insert into socket_ticket (hash, member_id, session_id, seq, expires_at, missed_since)
    select ${hashToken(ticket)}, ${actor.id}, ${actor.sessionId},
      coalesce((select min(seq) - 1 from (
        select seq, created_at from socket_message where member_id = ${actor.id} order by seq desc limit ${TAIL_MAX}) m
        where created_at > clock_timestamp() - make_interval(secs => ${since}::float8)), max(seq), 0),
      now() + make_interval(secs => ${TICKET_SECONDS}), clock_timestamp() - make_interval(secs => ${since}::float8)
    from socket_sequence where member_id = ${actor.id}
    returning seq`.execute(tx);
  return { ticket, seq: Number(rows[0]?.seq ?? 0n) };
}

/** `missedMs`: for how long they may have missed what everybody was told; null when they do not say. */
export type TicketOwner = { memberId: string; sessionId: string; seq: bigint; missedMs: number | null };

/** Takes a ticket out of the table: the first taker has it, whoever comes second or late has nothing. */
export async function takeTicket(db: Kysely<Schema>, ticket: string): Promise<TicketOwner | undefined> {
  const { rows } = await sql<TicketOwner & { alive: boolean }>`
    delete from socket_ticket where hash = ${hashToken(ticket)}
    returning member_id as "memberId", session_id as "sessionId", seq, expires_at > now() as alive,
      (extract(epoch from clock_timestamp() - missed_since) * 1000)::float8 as "missedMs"`.execute(db);
  const row = rows[0];
  return row?.alive ? row : undefined;
}
