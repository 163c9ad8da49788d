import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { ticketList, ticketMessages } from '@openmere/core/support/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../platform/cursor.ts';
import { readSettings } from '../setting/read.ts';
import { announceTicket } from './announce.ts';
import { showMessage, showTicket } from './show-ticket.ts';
import { changeTicket, findTicket, listMessages, listTicketsOf, lockTicket } from './ticket-store.ts';
import type { Position } from './ticket-store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;
const PAGE_SIZE = 20;
const MESSAGES_PAGE = 50;

/** Where a list goes on, out of its cursor: a time in milliseconds and an id. */
export function positionIn(values: readonly unknown[] | undefined): Position | undefined {
  return values && { at: new Date(Number(values[0])), id: String(values[1]) };
}

/** Ticket/List: one's own, the last written in first; `id` names one of them. */
export async function listTickets(
  ctx: MemberCtx,
  input: CallParsed<typeof ticketList>,
): Promise<CallResult<typeof ticketList>> {
  const { tx, actor } = ctx;
  const { supportReopenDays: reopenDays } = await readSettings(tx);
  if (input.id !== undefined) {
    const one = await findTicket(tx, input.id);
    return { list: one?.member_id === actor.id ? [showTicket(one, { reopenDays })] : [] };
  }
  const name = `tickets ${actor.id}`;
  const size = input.pageSize ?? PAGE_SIZE;
  const after = positionIn(decodeCursor(name, input.cursor));
  const rows = await listTicketsOf(tx, { memberId: actor.id, after, limit: size + 1 });
  const page = pageOf(rows, size, ({ updated_at, id }) => encodeCursor(name, [updated_at.getTime(), id]));
  return { ...page, list: page.list.map((row) => showTicket(row, { reopenDays })) };
}

/** Ticket/Messages: newest first; the first page makes the answers read. Refuses noticket, also for somebody else's. */
export async function readMessages(
  ctx: MemberCtx,
  input: CallParsed<typeof ticketMessages>,
): Promise<CallResult<typeof ticketMessages>> {
  const { tx, actor } = ctx;
  const ticket = await findTicket(tx, input.id);
  if (ticket?.member_id !== actor.id) throw new Refusal('support.noticket');
  const name = `messages ${ticket.id}`;
  const size = input.pageSize ?? MESSAGES_PAGE;
  const [after] = decodeCursor(name, input.cursor) ?? [];
  // Locked before it is read: an answer that comes meanwhile stays unread.
  if (after === undefined && ticket.unread > 0) {
    await lockTicket(tx, ticket.id);
    await announceTicket(tx, await changeTicket(tx, ticket.id, { unread: 0 }));
  }
  const rows = await listMessages(tx, {
    ticketId: ticket.id,
    after: after === undefined ? undefined : String(after),
    limit: size + 1,
  });
  const page = pageOf(rows, size, ({ id }) => encodeCursor(name, [id]));
  return { ...page, list: page.list.map(showMessage) };
}
