import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { exportPictures } from '@openmere/core/member/own-data-contract.ts';
import { checkPaypassword } from '../auth/check-paypassword.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { deviceShown } from '../auth/device.ts';
import { makeFreezeLink } from '../auth/freeze-store.ts';
import { checkFactor } from '../auth/second-factor/check.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import { openSealedOf } from '../platform/files/sealed-pictures.ts';
import { toNotice } from '../platform/notices.ts';
import { toMail } from '../platform/outbox.ts';
import { findMember } from './store.ts';

/** A picture is some 300 kB: so many come with one answer. */
const PER_ANSWER = 4;
/** So long the proof of the first answer opens the ones that follow, to the same session. */
const PROOF_MS = 10 * 60_000;

type PicturesCtx = Ctx<MemberActor> & AuthDeps;

/**
 * Users/ExportPictures: a member's own sealed pictures. A session alone does not open them: whoever holds an unlocked phone would carry
 * off a passport. Refusals in order: `request.invalid` (a cursor of another session, or too old), those of checkPaypassword, those of
 * checkFactor.
 */
export async function giveOwnPictures(
  ctx: PicturesCtx,
  input: CallParsed<typeof exportPictures>,
): Promise<CallResult<typeof exportPictures>> {
  const { tx, now, actor } = ctx;
  const name = `own pictures ${actor.id} ${actor.sessionId}`;
  const [after = '', until = 0] = decodeCursor(name, input.cursor) ?? [];
  const isFirst = input.cursor === undefined;
  if (isFirst) {
    await checkPaypassword({ ...ctx, ...ctx.guards }, input.paypassword ?? '');
    await checkFactor(ctx, { proof: input });
  } else if (Number(until) < now.getTime()) throw new Refusal('request.invalid', { field: 'cursor' });
  const rows = await openSealedOf(tx, {
    memberId: actor.id,
    after: String(after),
    limit: PER_ANSWER + 1,
  });
  const shown = rows.slice(0, PER_ANSWER);
  if (isFirst && shown.length > 0) await announceTaken(ctx);
  const proved = isFirst ? now.getTime() + PROOF_MS : Number(until);
  const last = shown.at(-1);
  return {
    pictures: shown.map((row) => ({ ...row, time: row.time.toISOString() })),
    cursor: rows.length > PER_ANSWER && last !== undefined ? encodeCursor(name, [last.id, proved]) : null,
  };
}

/** Who took them, when and from where: the notice stays, and the mail has the way to freeze. */
async function announceTaken(ctx: PicturesCtx): Promise<void> {
  const { tx, now, actor, signing } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  const { from } = actor;
  const facts = {
    time: now.toISOString(),
    device: deviceShown(from),
    ip: from.ip,
    country: from.country ?? '—',
  };
  await toNotice(tx, {
    memberId: member.id,
    template: 'member.notice.picturestaken',
    params: facts,
    link: '/pages/mine/safety/safety',
    mailed: member.email !== null,
  });
  if (member.email === null) return;
  const link = await makeFreezeLink(tx, now, { memberId: member.id, origin: signing.origin, kind: 'notice' });
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: 'member.picturestaken',
    params: { ...facts, link },
    antiphishing: member.antiphishing,
  });
}
