import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Schema } from './db/schema.ts';

/** How long a member may be away and still be told one by one what was missed; later the app loads afresh. */
const SOCKET_DAYS = 7;

/** Removes what has had its time: tickets, spent nonces, old socket messages. For a job of the settler. @returns rows removed. */
export async function removeExpired(db: Kysely<Schema>): Promise<number> {
  const removed = [
    await sql`delete from socket_ticket where expires_at < now()`.execute(db),
    await sql`delete from used_nonce where expires_at < now()`.execute(db),
    // The last message of a member stays, so that a hole behind it is always seen.
    await sql`
      delete from socket_message m using socket_sequence s
      where m.created_at < now() - make_interval(days => ${SOCKET_DAYS})
        and s.member_id = m.member_id and m.seq < s.seq`.execute(db),
  ];
  return removed.reduce((sum, { numAffectedRows = 0n }) => sum + Number(numAffectedRows), 0);
}
