import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { ticketClose, ticketSend } from '@openmere/core/support/contract.ts';
import { normaliseMessage } from '@openmere/core/support/message.ts';
import { nextTicket } from '@openmere/core/support/ticket.ts';
import { lockMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { announceTicket } from './announce.ts';
import { checkMemberText, checkOwnPictures } from './check-written.ts';
import { previewOf, readView, reopenBy, showMessage, showTicket } from './show-ticket.ts';
import type { TicketRow } from './tables.ts';
import {
  changeTicket,
  countWriting,
  findMessageOfRequest,
  insertMessage,
  lockTicket,
} from './ticket-store.ts';

type MemberCtx = Pick<Ctx<MemberActor>, 'tx' | 'actor'>;

/** Member before ticket, as everywhere. Refuses noticket, also for somebody else's. */
async function lockOwn({ tx, actor }: MemberCtx, id: string): Promise<TicketRow> {
  assert(await lockMember(tx, actor.id), 'the acting member exists');
  const ticket = await lockTicket(tx, id);
  if (ticket?.member_id !== actor.id) throw new Refusal('support.noticket');
  return ticket;
}

/**
 * Ticket/Send. The same requestId writes once. Refusals in order: noticket, keyconflict, ticketclosed, badtext, recoveryphrase,
 * privatekey, badpicture, manymessages.
 */
export async function writeInTicket(
  ctx: MemberCtx,
  input: CallParsed<typeof ticketSend>,
): Promise<CallResult<typeof ticketSend>> {
  const { tx, actor } = ctx;
  const ticket = await lockOwn(ctx, input.id);
  const requestId = input.requestId.toLowerCase();
  const text = normaliseMessage(input.text);
  const pictures = [...(input.pictures ?? [])];
  const known = await findMessageOfRequest(tx, { ticketId: ticket.id, requestId });
  if (known && (known.text !== text || known.pictures.join() !== pictures.join()))
    throw new Refusal('ledger.keyconflict');
  if (known) return showMessage(known);
  const settings = await readSettings(tx);
  const now = await businessNow(tx);
  const until = reopenBy(ticket, settings.supportReopenDays);
  if (until !== null && now >= until)
    throw new Refusal('support.ticketclosed', { days: settings.supportReopenDays });
  await checkMemberText(ctx, text);
  await checkOwnPictures(ctx, pictures);
  const most = settings.supportMessagesPerHour;
  if ((await countWriting(tx, actor.id, now)) >= most)
    throw new Refusal('support.manymessages', { max: most });
  const message = await insertMessage(tx, {
    id: newId('tms'),
    ticket_id: ticket.id,
    at: now,
    by: 'member',
    text,
    pictures,
    request_id: requestId,
  });
  const after = await changeTicket(tx, ticket.id, {
    status: nextTicket('write'),
    updated_at: now,
    waiting_since: ticket.waiting_since ?? now,
    closed_at: null,
    preview: previewOf(text),
    preview_by: 'member',
  });
  await announceTicket(tx, after);
  return showMessage(message);
}

/** Ticket/Close: one that is closed stays so. Refuses noticket. */
export async function closeTicket(
  ctx: MemberCtx,
  { id }: CallParsed<typeof ticketClose>,
): Promise<CallResult<typeof ticketClose>> {
  const { tx } = ctx;
  const ticket = await lockOwn(ctx, id);
  const view = await readView(ctx);
  if (ticket.status === 'closed') return showTicket(ticket, view);
  const now = await businessNow(tx);
  const after = await changeTicket(tx, id, {
    status: nextTicket('close'),
    updated_at: now,
    waiting_since: null,
    closed_at: now,
  });
  await announceTicket(tx, after);
  return showTicket(after, view);
}
