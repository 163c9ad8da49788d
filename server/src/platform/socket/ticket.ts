import { sql } from 'kysely';
import type { MemberActor } from '../actor.ts';
import type { Tx } from '../db/connect.ts';
import { hashToken, newToken } from '../tokens.ts';

/** A ticket lives half a minute (calls.md, Socket), by the database's clock. */
const TICKET_SECONDS = 30;

/** Makes a one-use ticket for the socket and tells the member's last message number, to ask for what follows. */
export async function issueTicket(tx: Tx, actor: MemberActor): Promise<{ ticket: string; seq: number }> {
  const ticket = newToken();
  const { rows } = await sql<{ seq: bigint }>`
    with made as (
      insert into socket_ticket (hash, member_id, session_id, expires_at)
      values (${hashToken(ticket)}, ${actor.id}, ${actor.sessionId}, now() + make_interval(secs => ${TICKET_SECONDS})))
    select coalesce(max(seq), 0) as seq from socket_sequence where member_id = ${actor.id}`.execute(tx);
  return { ticket, seq: Number(rows[0]?.seq ?? 0n) };
}

/** Takes a ticket out of the table: the first taker has it, whoever comes second or late has nothing. */
export async function takeTicket(
  tx: Tx,
  ticket: string,
): Promise<{ memberId: string; sessionId: string } | undefined> {
  const { rows } = await sql<{ member_id: string; session_id: string; alive: boolean }>`
    delete from socket_ticket where hash = ${hashToken(ticket)}
    returning member_id, session_id, expires_at > now() as alive`.execute(tx);
  const row = rows[0];
  return row?.alive ? { memberId: row.member_id, sessionId: row.session_id } : undefined;
}
