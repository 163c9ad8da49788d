import { z } from 'zod';
import { defineCall, operator } from '../kit/call.ts';
import { locales } from '../kit/language.ts';
import { idText, paging, requestId, searchText, timeOut } from '../kit/schema.ts';
import { ticketFacts, ticketIdIn } from './contract.ts';
import { ticketKinds, ticketStatuses } from './ticket.ts';

/** What operators see of tickets and do about them. Facts are those of the record that the member attached, and no balance. */

const text = z.string().max(8_000);

const ticketRow = z.object({
  id: z.string(),
  time: timeOut,
  updated: timeOut,
  /** Since when support has to answer; null where it has answered. */
  waiting: timeOut.nullable(),
  userid: z.string(),
  nickname: z.string(),
  kind: z.enum(ticketKinds),
  status: z.enum(ticketStatuses),
  facts: ticketFacts.nullable(),
  preview: z.string(),
  /** Account of the operator who has taken it. */
  assigned: z.string().nullable(),
  /** The language that the member read when it was opened. */
  lang: z.enum(locales),
});

/** `updated` of the ticket that was read: what was written in it since is not answered, nor closed, unread. */
const seen = timeOut.optional();

const people = operator('support', 'risk', 'finance', 'admin');

export const adminTickets = defineCall({
  path: 'Admin/Tickets',
  summary:
    'Tickets that wait for an answer, the longest waiting first; others, the last written in first. `whose`: one’s own, or nobody’s.',
  access: people,
  answer: 'list',
  input: z.strictObject({
    status: z.enum(ticketStatuses).optional(),
    kind: z.enum(ticketKinds).optional(),
    whose: z.enum(['mine', 'nobody']).optional(),
    search: searchText.optional(),
    ...paging,
  }),
  output: ticketRow,
});

export const adminTicket = defineCall({
  path: 'Admin/Ticket',
  summary: 'A ticket with its messages, oldest first, and the notes that members never see.',
  access: people,
  answer: 'data',
  input: z.strictObject({ id: ticketIdIn }),
  output: ticketRow.extend({
    /** What the member let the app say of itself and the device. */
    device: z.string(),
    messages: z.array(
      z.object({
        id: z.string(),
        time: timeOut,
        by: z.enum(['member', 'staff', 'note']),
        /** Account of the operator who wrote it. */
        account: z.string().nullable(),
        text: z.string(),
        pictures: z.array(z.string()),
      }),
    ),
  }),
  errors: ['support.noticket'],
});

export const adminTicketAnswer = defineCall({
  path: 'Admin/TicketAnswer',
  summary: 'Answers a ticket in the house’s name, or keeps a note that its member never sees (`note` 1).',
  access: people,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: ticketIdIn, requestId, text, note: z.enum(['0', '1']).optional(), seen }),
  output: ticketRow,
  errors: [
    'support.noticket',
    'ledger.keyconflict',
    'support.writtenmeanwhile',
    'support.badtext',
    'support.recoveryphrase',
    'support.privatekey',
  ],
});

export const adminTicketMove = defineCall({
  path: 'Admin/TicketMove',
  summary: 'Takes a ticket, gives it back to the others, or closes it.',
  access: people,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: ticketIdIn, act: z.enum(['take', 'leave', 'close']), seen }),
  output: ticketRow,
  errors: ['support.noticket', 'support.writtenmeanwhile'],
});

export const adminFeedback = defineCall({
  path: 'Admin/Feedback',
  summary: 'Feedback that nobody has read, oldest first; what was read, newest first.',
  access: operator('support', 'content', 'risk', 'finance', 'admin'),
  answer: 'list',
  input: z.strictObject({ read: z.enum(['0', '1']).optional(), ...paging }),
  output: z.object({
    id: z.string(),
    time: timeOut,
    /** Empty for a visitor. */
    userid: z.string(),
    nickname: z.string(),
    text: z.string(),
    contact: z.string(),
    pictures: z.array(z.string()),
    lang: z.enum(locales),
    /** Account of who read it. */
    readby: z.string().nullable(),
  }),
});

export const adminFeedbackRead = defineCall({
  path: 'Admin/FeedbackRead',
  summary: 'Puts feedback among what was read.',
  access: operator('support', 'content', 'risk', 'finance', 'admin'),
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: idText }),
  output: z.object({ id: z.string() }),
  errors: ['support.nofeedback'],
});
