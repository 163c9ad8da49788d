import type { sessions as sessionsCall } from '@openmere/core/auth/contract.ts';
import { newDevice } from '@openmere/core/auth/contract.ts';
import type { CallOutput, Page } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Member } from '../member/store.ts';
import { changeMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { toNotice } from '../platform/notices.ts';
import { toMail, toMember } from '../platform/outbox.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import { hasLoggedIn, rememberBrowser } from './browser-store.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { seeDevice } from './device-store.ts';
import { deviceHashOf, deviceNameOf, deviceShown } from './device.ts';
import { makeFreezeLink } from './freeze-store.ts';
import { recordOf } from './login-history.ts';
import { dropStopped, insertLogin } from './login-record-store.ts';
import { endSession, endSessions, findLoginOf, insertSession, listLiving } from './session-store.ts';
import { SESSION_END_MS, sessionIdleMs } from './session-times.ts';
import type { SessionKind } from './store.ts';

export type OpenedSession = { token: string; userid: string };

type NewSession = {
  member: Pick<Member, 'id' | 'email' | 'antiphishing' | 'locale'>;
  kind: Exclude<SessionKind, 'switch'>;
  /** It was opened with the member's second factor. */
  hasFactor?: boolean;
};

/**
 * Opens a session: an opaque token of 256 random bits, of which only the hash is kept (T05). A login from a new device is
 * told to the member by mail and in the app (rulebook §1).
 */
export async function openSession(
  ctx: AskerCtx & Pick<AuthDeps, 'onLogin' | 'signing'>,
  { member, kind, hasFactor = false }: NewSession,
): Promise<OpenedSession> {
  const { tx, now, actor } = ctx;
  const { from } = actor;
  const token = newToken();
  const idleMs = await sessionIdleMs(ctx);
  await insertSession(tx, {
    id: newId('ses'),
    member_id: member.id,
    token_hash: hashToken(token),
    kind,
    device: deviceNameOf(from),
    device_hash: deviceHashOf(from),
    ip: from.ip,
    ip_country: from.country,
    created_at: now,
    last_used_at: now,
    expires_at: new Date(now.getTime() + idleMs),
    ends_at: new Date(now.getTime() + SESSION_END_MS),
    revoked_at: null,
    mailbox_proved_at: kind === 'mail' || kind === 'register' ? now : null,
    factor_proved_at: hasFactor ? now : null,
  });
  const isOwnBrowser = await hasLoggedIn(tx, member.id, from);
  await rememberBrowser(tx, now, member.id, from);
  const seen = await seeDevice(tx, now, { memberId: member.id, from, isOwnBrowser });
  // Whoever comes from a new device may be a thief: the warning is in the owner's language, and so is what follows it.
  if (seen !== 'new') await changeMember(tx, member.id, { locale: from.locale });
  const record = recordOf(
    { memberId: member.id, kind, from },
    { at: now, stopped: false, isNew: seen === 'new' },
  );
  await dropStopped(tx, record, now);
  await insertLogin(tx, record);
  if (seen === 'new') await announceNewDevice(ctx, member);
  await ctx.onLogin?.({ tx }, { memberId: member.id, from });
  return { token, userid: member.id };
}

async function announceNewDevice(
  ctx: AskerCtx & Pick<AuthDeps, 'signing'>,
  member: NewSession['member'],
): Promise<void> {
  const { tx, now, actor } = ctx;
  const { from } = actor;
  const params = {
    device: deviceNameOf(from),
    ip: from.ip,
    country: from.country ?? '–',
    time: now.toISOString(),
  };
  await toMember(tx, newDevice, member.id, params);
  // Kept, too: who has no mailbox gets no mail, and no page of theirs need be open.
  await toNotice(tx, {
    memberId: member.id,
    template: 'auth.notice.newdevice',
    params: { device: deviceShown(from), ip: from.ip, country: from.country ?? 'none' },
    link: '/pages/mine/safety/safety',
    mailed: member.email !== null,
  });
  if (member.email === null) return;
  const { origin } = ctx.signing;
  const link = await makeFreezeLink(tx, now, { memberId: member.id, origin, kind: 'notice' });
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: 'auth.newdevice',
    params: { ...params, device: deviceShown(from), link },
    antiphishing: member.antiphishing,
  });
}

/** The member's living sessions, newest use first. Addresses are shown to their owner only. */
export async function listSessions(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'now' | 'actor'>,
): Promise<Page<CallOutput<typeof sessionsCall>>> {
  const { tx, now, actor } = ctx;
  const rows = await listLiving(tx, now, actor.id);
  const list = rows.map((row) => ({
    id: row.id,
    device: row.device,
    ip: row.ip,
    country: row.ip_country,
    created: row.created_at.toISOString(),
    lastused: row.last_used_at.toISOString(),
    current: row.id === actor.sessionId,
  }));
  return { list };
}

/**
 * Users/Logout: as a sub-account, too, the whole login is left. The main account's session would live on behind a token that nobody
 * looks after any more; with it ends whatever it opened (decision 0306).
 */
export async function logOut(ctx: Ctx<MemberActor>): Promise<void> {
  const { tx, now, actor } = ctx;
  await endSession(tx, now, { id: await findLoginOf(tx, actor.sessionId), memberId: actor.family });
  // What a full cart left with this browser (mall/cart/merge-cart.ts) is not for whoever comes next.
  if (actor.from.guest?.hash !== undefined) actor.from.guest.end();
}

/**
 * Ends one session of one's own, or all others. The database tells every process at commit, which closes the sockets
 * (I22). Refuses `auth.nosession` for an id that is not a living session of this member.
 */
export async function revokeSession(
  ctx: Ctx<MemberActor>,
  { id }: { id?: string | undefined },
): Promise<void> {
  const { tx, now, actor } = ctx;
  if (id === undefined) return endSessions(tx, now, actor.id, actor.sessionId);
  if (!(await endSession(tx, now, { id, memberId: actor.id }))) throw new Refusal('auth.nosession');
}
