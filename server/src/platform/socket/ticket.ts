import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { MemberActor } from '../actor.ts';
import type { Tx } from '../db/connect.ts';
import type { Schema } from '../db/schema.ts';
import { hashToken, newToken } from '../tokens.ts';

/** A ticket lives half a minute (calls.md, Socket), by the database's clock. */
const TICKET_SECONDS = 30;

/** Makes a one-use ticket for the socket and tells the member's last message number, to ask for what follows. */
export async function issueTicket(tx: Tx, actor: MemberActor): Promise<{ ticket: string; seq: number }> {
  const ticket = newToken();
  const { rows } = await sql<{ seq: bigint }>`
    insert into socket_ticket (hash, member_id, session_id, seq, expires_at)
    select ${hashToken(ticket)}, ${actor.id}, ${actor.sessionId}, coalesce(max(seq), 0),
      now() + make_interval(secs => ${TICKET_SECONDS})
    from socket_sequence where member_id = ${actor.id}
    returning seq`.execute(tx);
  return { ticket, seq: Number(rows[0]?.seq ?? 0n) };
}

export type TicketOwner = { memberId: string; sessionId: string; seq: bigint };

/** Takes a ticket out of the table: the first taker has it, whoever comes second or late has nothing. */
export async function takeTicket(db: Kysely<Schema>, ticket: string): Promise<TicketOwner | undefined> {
  const { rows } = await sql<{ member_id: string; session_id: string; seq: bigint; alive: boolean }>`
    delete from socket_ticket where hash = ${hashToken(ticket)}
    returning member_id, session_id, seq, expires_at > now() as alive`.execute(db);
  const row = rows[0];
  return row?.alive ? { memberId: row.member_id, sessionId: row.session_id, seq: row.seq } : undefined;
}
