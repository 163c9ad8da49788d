import { createHash } from 'node:crypto';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { ticketOpen } from '@openmere/core/support/contract.ts';
import { normaliseMessage } from '@openmere/core/support/message.ts';
import { lockMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { announceTicket } from './announce.ts';
import { checkMemberText, checkOwnPictures } from './check-written.ts';
import { getFacts } from './facts.ts';
import type { FactDeps } from './facts.ts';
import { previewOf, readView, showTicket } from './show-ticket.ts';
import {
  countLiving,
  countWriting,
  findTicketOfRequest,
  insertMessage,
  insertTicket,
} from './ticket-store.ts';

/**
 * Ticket/Open. The same requestId answers the same ticket. Refusals in order: keyconflict, norecord, badtext, recoveryphrase,
 * privatekey, badpicture, manymessages, manytickets. One member's requests take turns at the member's row.
 */
export async function openTicket(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & FactDeps,
  input: CallParsed<typeof ticketOpen>,
): Promise<CallResult<typeof ticketOpen>> {
  const { tx, actor } = ctx;
  const requestId = input.requestId.toLowerCase();
  const { kind, about, pictures = [] } = input;
  const device = normaliseMessage(input.device ?? '');
  const text = normaliseMessage(input.text);
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, about ?? null, text, pictures, ...(device === '' ? [] : [device])]))
    .digest('hex');
  assert(await lockMember(tx, actor.id), 'the acting member exists');
  const settings = await readSettings(tx);
  const view = await readView(ctx);
  const known = await findTicketOfRequest(tx, { memberId: actor.id, requestId });
  if (known && known.request_hash !== hash) throw new Refusal('ledger.keyconflict');
  if (known) return showTicket(known, view);
  const facts = about === undefined ? null : await getFacts(ctx, about);
  await checkMemberText(ctx, text);
  if (device !== '') await checkMemberText(ctx, device);
  await checkOwnPictures(ctx, pictures);
  const now = await businessNow(tx);
  const most = settings.supportMessagesPerHour;
  if ((await countWriting(tx, actor.id, now)) >= most)
    throw new Refusal('support.manymessages', { max: most });
  if ((await countLiving(tx, actor.id)) >= settings.supportOpenTickets)
    throw new Refusal('support.manytickets', { max: settings.supportOpenTickets });
  const ticket = await insertTicket(tx, {
    id: newId('tkt'),
    member_id: actor.id,
    request_id: requestId,
    request_hash: hash,
    kind: facts?.kind ?? kind,
    facts: facts && JSON.stringify(facts),
    lang: actor.from.locale,
    device,
    opened_at: now,
    updated_at: now,
    waiting_since: now,
    preview: previewOf(text),
    preview_by: 'member',
  });
  await insertMessage(tx, {
    id: newId('tms'),
    ticket_id: ticket.id,
    at: now,
    by: 'member',
    text,
    pictures: [...pictures],
    request_id: requestId,
  });
  await announceTicket(tx, ticket);
  return showTicket(ticket, view);
}
