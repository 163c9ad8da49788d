import type { Locale } from '@openmere/core/kit/language.ts';
import type { TicketFacts } from '@openmere/core/support/contract.ts';
import type { TicketKind, TicketStatus } from '@openmere/core/support/ticket.ts';
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';

/** Written once, when it was asked. */
type Once<T> = ColumnType<T, T, never>;

type Ticket = {
  id: Once<string>;
  member_id: Once<string>;
  request_id: Once<string>;
  request_hash: Once<string>;
  kind: Once<TicketKind>;
  status: Generated<TicketStatus>;
  facts: JSONColumnType<TicketFacts | null, string | null, never>;
  lang: Once<Locale>;
  device: ColumnType<string, string | undefined, never>;
  assigned_to: Generated<string | null>;
  opened_at: Once<Date>;
  updated_at: Date;
  waiting_since: Date | null;
  closed_at: Generated<Date | null>;
  preview: string;
  preview_by: 'member' | 'staff';
  unread: Generated<number>;
};

type Message = {
  id: string;
  ticket_id: string;
  at: Date;
  by: 'member' | 'staff' | 'note';
  operator_id: Generated<string | null>;
  text: string;
  pictures: Generated<string[]>;
  request_id: Generated<string | null>;
};

type Writing = { member_id: string; at: Date };

type Feedback = {
  id: Once<string>;
  member_id: Once<string | null>;
  request_id: Once<string>;
  at: Once<Date>;
  text: Once<string>;
  contact: Once<string>;
  pictures: Once<string[]>;
  lang: Once<Locale>;
  read_by: Generated<string | null>;
  read_at: Generated<Date | null>;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    ticket: Ticket;
    ticket_message: Message;
    ticket_writing: Writing;
    feedback: Feedback;
  }
}

export type TicketTable = Ticket;
export type TicketRow = Selectable<Ticket>;
export type MessageTable = Message;
export type MessageRow = Selectable<Message>;
export type FeedbackTable = Feedback;
export type FeedbackRow = Selectable<Feedback>;
