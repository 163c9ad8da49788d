import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Tickets after their expiry, messages after a week: a client that was away longer reads the lists. See auth/ended-store.ts. */
export const endedOfSockets = (batch: number): readonly RawBuilder<unknown>[] => [
  sql`delete from socket_ticket where ctid = any(array(
    select ctid from socket_ticket where expires_at < now() limit ${batch}))`,
  sql`delete from socket_message where ctid = any(array(
    select ctid from socket_message where created_at < now() - interval '7 days' limit ${batch}))`,
];
