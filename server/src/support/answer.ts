import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { adminTicketAnswer, adminTicketMove } from '@openmere/core/support/console-contract.ts';
import { normaliseMessage } from '@openmere/core/support/message.ts';
import { nextTicket } from '@openmere/core/support/ticket.ts';
import { recordAudit } from '../operator/audit-store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { keepNotices } from '../platform/notices.ts';
import { announceTicket } from './announce.ts';
import { checkText } from './check-written.ts';
import { showForConsole } from './console-tickets.ts';
import { previewOf } from './show-ticket.ts';
import type { TicketRow } from './tables.ts';
import { changeTicket, findMessageOfRequest, insertMessage, lockTicket } from './ticket-store.ts';

type OperatorCtx = Pick<Ctx<OperatorActor>, 'tx' | 'actor'>;
type Shown = CallResult<typeof adminTicketMove>;

async function showOne({ tx }: OperatorCtx, ticket: TicketRow): Promise<Shown> {
  const [shown] = await showForConsole({ tx }, [ticket]);
  assert(shown, 'one row is shown as one');
  return shown;
}

/**
 * Admin/TicketAnswer: an answer, which also takes a ticket that nobody has, or a note. The same requestId writes once. Refusals in
 * order: noticket, keyconflict, writtenmeanwhile, badtext, recoveryphrase, privatekey. Stands in the audit log without its text.
 */
export async function answerTicket(
  ctx: OperatorCtx,
  input: CallParsed<typeof adminTicketAnswer>,
): Promise<CallResult<typeof adminTicketAnswer>> {
  const { tx, actor } = ctx;
  const ticket = await lockTicket(tx, input.id);
  if (!ticket) throw new Refusal('support.noticket');
  const by = input.note === '1' ? 'note' : 'staff';
  const text = normaliseMessage(input.text);
  const requestId = input.requestId.toLowerCase();
  const known = await findMessageOfRequest(tx, { ticketId: ticket.id, requestId });
  if (known && (known.text !== text || known.by !== by)) throw new Refusal('ledger.keyconflict');
  if (known) return showOne(ctx, ticket);
  if (by === 'staff') checkSeen(ticket, input.seen);
  checkText(text);
  const now = await businessNow(tx);
  const { id } = await insertMessage(tx, {
    id: newId('tms'),
    ticket_id: ticket.id,
    at: now,
    by,
    operator_id: actor.id,
    text,
    request_id: requestId,
  });
  const after = by === 'note' ? ticket : await announceAnswer(ctx, { ticket, text, now });
  const action = by === 'note' ? 'ticket.note' : 'ticket.answer';
  const shown = await showOne(ctx, after);
  await recordAudit(tx, actor, { action, subject: ticket.id, detail: { message: id } });
  return shown;
}

async function announceAnswer(
  { tx, actor }: OperatorCtx,
  { ticket, text, now }: { ticket: TicketRow; text: string; now: Date },
): Promise<TicketRow> {
  const after = await changeTicket(tx, ticket.id, {
    status: nextTicket('answer'),
    updated_at: now,
    waiting_since: null,
    closed_at: null,
    preview: previewOf(text),
    preview_by: 'staff',
    unread: ticket.unread + 1,
    assigned_to: ticket.assigned_to ?? actor.id,
  });
  await announceTicket(tx, after, true);
  await noticeTicket(tx, after, 'answered');
  return after;
}

/** Open screens hear of it by the push; whoever is away by web push or mail, without what was written. */
async function noticeTicket(tx: Tx, { id, member_id: memberId }: TicketRow, what: 'answered' | 'closed') {
  const link = `/pages/service/service?id=${id}`;
  await keepNotices(tx, [{ memberId, template: `support.notice.${what}`, params: {}, link }]);
}

/** An answer to what nobody read would end the member's waiting, and so would closing it. */
function checkSeen({ updated_at: at }: TicketRow, seen: string | undefined): void {
  if (seen !== undefined && Date.parse(seen) !== at.getTime()) throw new Refusal('support.writtenmeanwhile');
}

/** Admin/TicketMove: takes it, leaves it to the others, or closes it. Refuses noticket, writtenmeanwhile. Stands in the audit log. */
export async function moveTicket(
  ctx: OperatorCtx,
  { id, act, seen }: CallParsed<typeof adminTicketMove>,
): Promise<CallResult<typeof adminTicketMove>> {
  const { tx, actor } = ctx;
  const ticket = await lockTicket(tx, id);
  if (!ticket) throw new Refusal('support.noticket');
  const after =
    act === 'close' ? await closeLocked(ctx, ticket, seen) : await assign(ctx, ticket, act === 'take');
  const shown = await showOne(ctx, after);
  await recordAudit(tx, actor, { action: `ticket.${act}`, subject: id, detail: { status: after.status } });
  return shown;
}

function assign({ tx, actor }: OperatorCtx, ticket: TicketRow, isTaken: boolean): Promise<TicketRow> {
  return changeTicket(tx, ticket.id, { assigned_to: isTaken ? actor.id : null });
}

async function closeLocked(
  { tx }: OperatorCtx,
  ticket: TicketRow,
  seen: string | undefined,
): Promise<TicketRow> {
  if (ticket.status === 'closed') return ticket;
  checkSeen(ticket, seen);
  const now = await businessNow(tx);
  const after = await changeTicket(tx, ticket.id, {
    status: nextTicket('close'),
    updated_at: now,
    waiting_since: null,
    closed_at: now,
  });
  await announceTicket(tx, after);
  await noticeTicket(tx, after, 'closed');
  return after;
}
