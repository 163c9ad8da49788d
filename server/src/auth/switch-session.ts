import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import { rememberBrowser } from './browser-store.ts';
import { seeDevice } from './device-store.ts';
import { deviceHashOf, deviceNameOf } from './device.ts';
import { findMainSession, insertSession, renewMainSession, renewOpenedSession } from './session-store.ts';
import { sessionIdleMs } from './session-times.ts';
import type { OpenedSession } from './sessions.ts';

/**
 * A token of another account of the same family (the caller has made sure of that). Into a sub-account: a session that hangs on
 * the main account's own, ends with it and no later, one for each sub-account, the former token of which ends. Back to the main
 * account: the very session one came from goes on under a new token, without its proof of the mailbox. So whoever holds a
 * sub-account's token gets nowhere that the main account's session did not reach. Refuses `request.notlogin` when that has ended.
 */
export async function openSwitched(ctx: Ctx<MemberActor>, memberId: string): Promise<OpenedSession> {
  const { tx, now, actor } = ctx;
  const { from } = actor;
  const main = await findMainSession(tx, now, actor);
  if (!main) throw new Refusal('request.notlogin');
  const token = newToken();
  const idleUntil = new Date(now.getTime() + (await sessionIdleMs(ctx)));
  const renewed = {
    token_hash: hashToken(token),
    last_used_at: now,
    expires_at: earlier(idleUntil, main.ends_at),
  };
  if (memberId === main.member_id) {
    await renewMainSession(tx, main.id, renewed);
    return { token, userid: memberId };
  }
  if (!(await renewOpenedSession(tx, { openedBy: main.id, memberId }, renewed)))
    await insertSession(tx, {
      ...renewed,
      id: newId('ses'),
      member_id: memberId,
      kind: 'switch',
      device: deviceNameOf(from),
      device_hash: deviceHashOf(from),
      ip: from.ip,
      ip_country: from.country,
      created_at: now,
      ends_at: main.ends_at,
      revoked_at: null,
      mailbox_proved_at: null,
      factor_proved_at: null,
      opened_by: main.id,
    });
  // The device is known to the main account: nobody is told of a new one.
  await rememberBrowser(tx, now, memberId, from);
  await seeDevice(tx, now, { memberId, from, isOwnBrowser: true });
  return { token, userid: memberId };
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
