import type { TicketKind, TicketStatus } from '@openmere/core/support/ticket.ts';
import type { Insertable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import type { MessageRow, MessageTable, TicketRow, TicketTable } from './tables.ts';

export async function insertTicket(tx: Tx, row: Insertable<TicketTable>): Promise<TicketRow> {
  return tx.insertInto('ticket').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function changeTicket(tx: Tx, id: string, change: Updateable<TicketTable>): Promise<TicketRow> {
  return tx.updateTable('ticket').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function findTicket(db: Db | Tx, id: string): Promise<TicketRow | undefined> {
  return db.selectFrom('ticket').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Who writes in a ticket or moves it takes turns here, with the other side too. */
export async function lockTicket(tx: Tx, id: string): Promise<TicketRow | undefined> {
  return tx.selectFrom('ticket').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Index: ticket_request. */
export async function findTicketOfRequest(
  db: Db | Tx,
  { memberId, requestId }: { memberId: string; requestId: string },
): Promise<TicketRow | undefined> {
  return db
    .selectFrom('ticket')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

export type Position = { at: Date; id: string };

/** Of one member, the last written in first. Index: ticket_of_member. */
export async function listTicketsOf(
  db: Db | Tx,
  query: { memberId: string; after: Position | undefined; limit: number },
): Promise<TicketRow[]> {
  const { memberId, after, limit } = query;
  return db
    .selectFrom('ticket')
    .selectAll()
    .where('member_id', '=', memberId)
    .$if(after !== undefined, (all) =>
      all.where(sql<boolean>`(updated_at, id) < (${after?.at}, ${after?.id})`),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Tickets of a member that are not closed. Index: ticket_living. */
export async function countLiving(db: Db | Tx, memberId: string): Promise<number> {
  const { n } = await db
    .selectFrom('ticket')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('member_id', '=', memberId)
    .where('status', '<>', 'closed')
    .executeTakeFirstOrThrow();
  return Number(n);
}

export type QueueQuery = {
  status: TicketStatus;
  kind?: TicketKind | undefined;
  /** Taken by this operator; null: by nobody. */
  assigned?: string | null | undefined;
  memberId?: string | undefined;
  after: Position | undefined;
  limit: number;
};

/** For operators. Indexes: ticket_queue (those that wait), ticket_by_status, ticket_of_member. */
export async function listTicketsForConsole(db: Db | Tx, query: QueueQuery): Promise<TicketRow[]> {
  const { status, kind, assigned, memberId, after, limit } = query;
  const waits = status === 'open';
  const at = waits ? 'waiting_since' : 'updated_at';
  let tickets = db.selectFrom('ticket').selectAll().where('status', '=', status);
  if (waits) tickets = tickets.where('waiting_since', 'is not', null);
  if (kind !== undefined) tickets = tickets.where('kind', '=', kind);
  if (assigned === null) tickets = tickets.where('assigned_to', 'is', null);
  else if (assigned !== undefined) tickets = tickets.where('assigned_to', '=', assigned);
  if (memberId !== undefined) tickets = tickets.where('member_id', '=', memberId);
  if (after !== undefined)
    tickets = waits
      ? tickets.where(sql<boolean>`(waiting_since, id) > (${after.at}, ${after.id})`)
      : tickets.where(sql<boolean>`(updated_at, id) < (${after.at}, ${after.id})`);
  return tickets
    .orderBy(at, waits ? 'asc' : 'desc')
    .orderBy('id', waits ? 'asc' : 'desc')
    .limit(limit)
    .execute();
}

export async function insertMessage(tx: Tx, row: Insertable<MessageTable>): Promise<MessageRow> {
  return tx.insertInto('ticket_message').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Index: ticket_message_request. */
export async function findMessageOfRequest(
  db: Db | Tx,
  { ticketId, requestId }: { ticketId: string; requestId: string },
): Promise<MessageRow | undefined> {
  return db
    .selectFrom('ticket_message')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Newest first, without the notes. Index: ticket_message_of_ticket. */
export async function listMessages(
  db: Db | Tx,
  query: { ticketId: string; after: string | undefined; limit: number },
): Promise<MessageRow[]> {
  const { ticketId, after, limit } = query;
  return db
    .selectFrom('ticket_message')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('by', '<>', 'note')
    .$call((rows) => pageBy(rows, 'id', { after, limit }))
    .execute();
}

/** The newest of a ticket with its notes, oldest first. Index: ticket_message_of_ticket. */
export async function listConversation(db: Db | Tx, ticketId: string, limit: number): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('ticket_message')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.toReversed();
}

/** Notes that a member writes now; what is older than an hour is forgotten. Index: ticket_writing_of_member. @returns how many within the hour before. */
export async function countWriting(tx: Tx, memberId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - 3_600_000);
  await tx.deleteFrom('ticket_writing').where('member_id', '=', memberId).where('at', '<=', since).execute();
  const { n } = await tx
    .selectFrom('ticket_writing')
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  await tx.insertInto('ticket_writing').values({ member_id: memberId, at: now }).execute();
  return Number(n);
}

/** All messages of a member's tickets without the notes, newest first, for the file of their own data. Index: ticket_message_of_ticket. */
export async function listMessagesOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('ticket as t')
    .innerJoin('ticket_message as m', 'm.ticket_id', 't.id')
    .select(['m.id', 'm.ticket_id as ticketid', 'm.at', 'm.by', 'm.text'])
    .where('t.member_id', '=', memberId)
    .where('m.by', '<>', 'note')
    .orderBy('m.id', 'desc')
    .limit(5000)
    .execute();
}

const USUAL_DAYS = 30;
const USUAL_MIN = 10;

/**
 * How many minutes passed at most until the first answer, for half of the tickets that were opened in the last 30 days and have one;
 * null below ten of them, which say nothing. Indexes: ticket_opened, ticket_message_of_ticket.
 */
export async function findUsualMinutes(db: Db | Tx, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - USUAL_DAYS * 86_400_000);
  const { rows } = await sql<{ minutes: number | null; answered: number }>`
    select ceil(percentile_disc(0.5) within group (order by seconds) / 60)::int as minutes, count(*)::int as answered from (
      select extract(epoch from (select min(at) from ticket_message where ticket_id = t.id and by = 'staff') - opened_at) as seconds
      from ticket t where opened_at > ${since}) of_ticket where seconds is not null`.execute(db);
  const [row] = rows;
  return row && row.answered >= USUAL_MIN ? row.minutes : null;
}
