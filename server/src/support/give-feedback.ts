import type { CallParsed } from '@openmere/core/kit/call.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { feedback } from '@openmere/core/support/contract.ts';
import { checkContact, normaliseMessage } from '@openmere/core/support/message.ts';
import type { MemberActor, VisitorActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { checkMemberText, checkOwnPictures, checkText } from './check-written.ts';
import { countFeedbackSince, findFeedbackOfRequest, insertFeedback, lockFeedback } from './feedback-store.ts';

const HOUR_MS = 3_600_000;

/**
 * Ctrls/Feedback. The same requestId is kept once. Refusals in order: badtext, recoveryphrase, privatekey, badcontact, badpicture,
 * manyfeedback. Visitors share one bound of an hour, so that nobody can fill the table from many addresses.
 */
export async function giveFeedback(
  ctx: Pick<Ctx<VisitorActor | MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof feedback>,
): Promise<void> {
  const { tx, actor } = ctx;
  const own = actor.kind === 'member' ? { tx, actor } : undefined;
  const memberId = own?.actor.id ?? null;
  const requestId = input.requestId.toLowerCase();
  const text = normaliseMessage(input.text);
  const contact = (input.contact ?? '').normalize('NFC').trim();
  const pictures = input.pictures ?? [];
  await lockFeedback(tx, memberId);
  if (await findFeedbackOfRequest(tx, requestId)) return;
  if (own) await checkMemberText(own, text);
  else checkText(text);
  refuse(checkContact(contact));
  if (own) await checkOwnPictures(own, pictures);
  else if (pictures.length > 0) throw new Refusal('support.badpicture');
  const now = await businessNow(tx);
  const settings = await readSettings(tx);
  const [most, hours] =
    memberId === null ? [settings.supportVisitorsPerHour, 1] : [settings.supportFeedbackPerDay, 24];
  const since = new Date(now.getTime() - hours * HOUR_MS);
  if ((await countFeedbackSince(tx, memberId, since)) >= most) throw new Refusal('support.manyfeedback');
  await insertFeedback(tx, {
    id: newId('fbk'),
    member_id: memberId,
    request_id: requestId,
    at: now,
    text,
    contact,
    pictures: [...pictures],
    lang: actor.from.locale,
  });
}
