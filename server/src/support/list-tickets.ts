import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { ticketList, ticketMessages } from '@openmere/core/support/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { announceTicket } from './announce.ts';
import { readView, showMessage, showTicket } from './show-ticket.ts';
import { changeTicket, findTicket, listMessages, listTicketsOf, lockTicket } from './ticket-store.ts';
import type { Position } from './ticket-store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;
const MESSAGES_PAGE = 50;

/** Where a list of tickets goes on: a time in milliseconds and an id. */
export type TicketKey = { at: number; id: string };

export const positionOf = (key: TicketKey | undefined): Position | undefined =>
  key && { at: new Date(key.at), id: key.id };

/** Ticket/List: one's own, the last written in first; `id` names one of them. */
export async function listTickets(
  ctx: MemberCtx,
  input: CallParsed<typeof ticketList>,
): Promise<CallResult<typeof ticketList>> {
  const { tx, actor } = ctx;
  const view = await readView(ctx);
  if (input.id !== undefined) {
    const one = await findTicket(tx, input.id);
    return { list: one?.member_id === actor.id ? [showTicket(one, view)] : [] };
  }
  return readPage(
    { ...input, list: `tickets ${actor.id}` },
    (after: TicketKey | undefined, limit) =>
      listTicketsOf(tx, { memberId: actor.id, after: positionOf(after), limit }),
    ({ updated_at, id }) => ({ at: updated_at.getTime(), id }),
    (rows) => rows.map((row) => showTicket(row, view)),
  );
}

/** Ticket/Messages: newest first; the first page makes the answers read. Refuses noticket, also for somebody else's. */
export async function readMessages(
  ctx: MemberCtx,
  input: CallParsed<typeof ticketMessages>,
): Promise<CallResult<typeof ticketMessages>> {
  const { tx, actor } = ctx;
  const ticket = await findTicket(tx, input.id);
  if (ticket?.member_id !== actor.id) throw new Refusal('support.noticket');
  // Locked before it is read: an answer that comes meanwhile stays unread.
  if (input.cursor === undefined && ticket.unread > 0) {
    await lockTicket(tx, ticket.id);
    await announceTicket(tx, await changeTicket(tx, ticket.id, { unread: 0 }));
  }
  return readPage(
    { ...input, list: `messages ${ticket.id}`, size: MESSAGES_PAGE },
    (after, limit) => listMessages(tx, { ticketId: ticket.id, after, limit }),
    ({ id }) => id,
    (rows) => rows.map(showMessage),
  );
}
