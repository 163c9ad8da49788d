import { z } from 'zod';
import { defineCall, member, open } from '../kit/call.ts';
import { definePush } from '../kit/push.ts';
import { coinId, idText, paging, requestId, timeOut } from '../kit/schema.ts';
import { PICTURES_MAX } from './message.ts';
import { aboutKinds, factKeys, ticketKinds, ticketStatuses } from './ticket.ts';

const text = z.string().max(8_000);
const pictures = z.array(z.string().max(200)).max(PICTURES_MAX);
const count = z.number().int();
export const ticketIdIn = z.string().regex(/^tkt_[0-9A-Za-z-]{1,40}$/);
export const aboutIn = z.string().regex(/^[a-z]{4,12}:[a-z]{2,4}_[0-9A-Za-z-]{1,64}$/);

/** The record that a ticket is about, as the server read it when the ticket was opened: nothing of it is typed by the member. */
export const ticketFacts = z.object({
  kind: z.enum(aboutKinds),
  id: z.string(),
  time: timeOut,
  /** A state word of Ctrls/GetEnum; `aboutWords` says in which group. */
  status: z.string(),
  /** An amount has its coin; everything else is a text. */
  lines: z.array(z.object({ key: z.enum(factKeys), value: z.string(), coinid: coinId.nullable() })),
});
export type TicketFacts = z.output<typeof ticketFacts>;

export const ticket = z.object({
  id: z.string(),
  /** Opened, and last written in. */
  time: timeOut,
  updated: timeOut,
  kind: z.enum(ticketKinds),
  status: z.enum(ticketStatuses),
  facts: ticketFacts.nullable(),
  /** The beginning of the last message, and who wrote it. */
  preview: z.string(),
  by: z.enum(['member', 'staff']),
  unread: count,
  /** Until when a message opens a closed one again; null while it is not closed. */
  reopenby: timeOut.nullable(),
  /** The server's, as the times beside it: whether that is over. */
  now: timeOut,
  /** While it waits: minutes until the first answer that half of the requests of the last 30 days took at most; null below ten of them. */
  usualminutes: count.nullable(),
  /** What the app said of itself and the device; empty where the member did not want that. */
  device: z.string(),
});
export type TicketShown = z.output<typeof ticket>;

/** `staff` is written by an operator at the console and by nobody else: the app marks it. */
export const ticketMessage = z.object({
  id: z.string(),
  time: timeOut,
  by: z.enum(['member', 'staff']),
  text: z.string(),
  pictures: z.array(z.string()),
});

const written = [
  'support.badtext',
  'support.recoveryphrase',
  'support.privatekey',
  'support.badpicture',
  'support.manymessages',
] as const;

export const ticketOpen = defineCall({
  path: 'Ticket/Open',
  summary:
    'Asks for help. `about` names one of one’s own records, such as `withdrawal:wdr_…`; its facts are read by the server.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({
    requestId,
    kind: z.enum(ticketKinds),
    text,
    pictures: pictures.optional(),
    about: aboutIn.optional(),
    /** What the app says of itself and the device, which the member has read and let go along. */
    device: text.optional(),
  }),
  output: ticket,
  errors: ['ledger.keyconflict', 'support.norecord', ...written, 'support.manytickets'],
});

export const ticketList = defineCall({
  path: 'Ticket/List',
  summary: 'One’s own tickets, the last written in first; `id` names one of them.',
  access: member,
  answer: 'list',
  input: z.strictObject({ id: ticketIdIn.optional(), ...paging }),
  output: ticket,
});

export const ticketMessages = defineCall({
  path: 'Ticket/Messages',
  summary: 'The messages of a ticket, newest first. Its answers count as read.',
  access: member,
  answer: 'list',
  input: z.strictObject({ id: ticketIdIn, ...paging }),
  output: ticketMessage,
  errors: ['support.noticket'],
});

export const ticketSend = defineCall({
  path: 'Ticket/Send',
  summary: 'Writes in a ticket. One that was closed not long ago is open again.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: ticketIdIn, requestId, text, pictures: pictures.optional() }),
  output: ticketMessage,
  errors: ['support.noticket', 'ledger.keyconflict', 'support.ticketclosed', ...written],
});

export const ticketClose = defineCall({
  path: 'Ticket/Close',
  summary: 'Closes a ticket that has found its answer.',
  access: member,
  transport: 'body',
  answer: 'data',
  input: z.strictObject({ id: ticketIdIn }),
  output: ticket,
  errors: ['support.noticket'],
});

export const ticketAbout = defineCall({
  path: 'Ticket/About',
  summary: 'The facts of one of one’s own records, as a ticket about it would keep them.',
  access: member,
  answer: 'data',
  input: z.strictObject({ about: aboutIn }),
  output: ticketFacts,
  errors: ['support.norecord'],
});

export const feedback = defineCall({
  path: 'Ctrls/Feedback',
  summary:
    'An opinion or an idea, which nobody has to answer. Visitors may write, too; pictures need an upload and so a login.',
  access: open,
  transport: 'body',
  answer: 'none',
  input: z.strictObject({
    requestId,
    text,
    pictures: pictures.optional(),
    contact: z.string().max(480).optional(),
  }),
  output: z.undefined(),
  errors: [
    'support.badtext',
    'support.recoveryphrase',
    'support.privatekey',
    'support.badcontact',
    'support.badpicture',
    'support.manyfeedback',
  ],
  rate: { perMinute: 6, burst: 6 },
});

export const ticketMoved = definePush({
  push: 'ticket',
  summary: 'Support has answered a ticket, or it was opened, closed or written in from another screen.',
  to: 'member',
  data: z.strictObject({
    id: idText,
    status: z.enum(ticketStatuses),
    /** Support has written something new. */
    answered: z.boolean(),
  }),
});
