import { sessionPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { checkUsername } from '@openmere/core/member/rules.ts';
import { findMember, findMemberByEmail, lockMember } from '../member/find.ts';
import type { Member } from '../member/store.ts';
import type { MemberActor, VisitorActor } from '../platform/actor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMail } from '../platform/outbox.ts';
import { hashPassword, verifyPassword } from '../platform/passwords.ts';
import { spendCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { checkNotPayPassword } from './differs.ts';
import { checkNewPassword } from './new-password.ts';
import { proveFresh } from './prove.ts';
import type { FreshProof } from './prove.ts';
import { endSessions } from './sessions.ts';

/**
 * Sets the first login password, and the user name if one is given. Refusals in order: `auth.passwordset`,
 * `auth.badusername`, those of checkNewPassword, those of proveFresh (code purpose password), `auth.passwordsame`, `auth.taken`.
 */
export async function setLoginPassword(
  tx: Tx,
  now: Date,
  actor: MemberActor,
  input: FreshProof & { password: string; username?: string | undefined },
  deps: AuthDeps,
): Promise<void> {
  const member = await ownMember(tx, actor);
  if (await findHash(tx, member.id)) throw new Refusal('auth.passwordset');
  if (input.username !== undefined) {
    if (member.username !== null) throw new Refusal('auth.taken');
    refuse(checkUsername(input.username));
  }
  await checkNewPassword(tx, input.password, namesOf(member, input.username));
  // What costs nothing comes before the hash.
  await proveFresh(tx, now, { actor, member, proof: input, purpose: 'password', isFirst: true }, deps);
  await checkNotPayPassword(tx, member.id, input.password);
  const hash = await hashPassword(input.password);
  await lockMember(tx, member.id);
  if (input.username !== undefined) await takeUsername(tx, member.id, input.username);
  await storePassword(tx, now, member, hash);
}

/**
 * Changes the login password by the old one, or sets a forgotten one by a code to the e-mail address. Ends the other
 * sessions. Refusals in order: `auth.slowdown`, `auth.passwordwrong` (by the old one) or `auth.badcode`, `auth.codespent`
 * (by code; an address without a member is `auth.badcode` too), then those of checkNewPassword, `auth.passwordsame`.
 */
export async function setPassword(
  tx: Tx,
  now: Date,
  actor: VisitorActor | MemberActor,
  input: {
    password: string;
    old?: string | undefined;
    email?: string | undefined;
    emailcode?: string | undefined;
  },
  deps: AuthDeps,
): Promise<void> {
  const { member, spend } =
    actor.kind === 'member' && input.old !== undefined
      ? await proveByOld(tx, now, actor, input.old, deps)
      : await proveByCode(tx, now, actor, input, deps);
  await checkNewPassword(tx, input.password, namesOf(member, undefined));
  await checkNotPayPassword(tx, member.id, input.password);
  const hash = await hashPassword(input.password);
  await lockMember(tx, member.id);
  await spend();
  await storePassword(tx, now, member, hash);
  const staying = actor.kind === 'member' && actor.id === member.id ? actor.sessionId : undefined;
  await endSessions(tx, now, member.id, staying);
}

type Proven = { member: Member; spend: () => Promise<void> };

async function proveByOld(
  tx: Tx,
  now: Date,
  actor: MemberActor,
  old: string,
  deps: AuthDeps,
): Promise<Proven> {
  const member = await ownMember(tx, actor);
  const key = `password:${member.id}`;
  await deps.guards.attempts.reserve(now, [{ key, policy: sessionPasswordAttempts }], 'auth.slowdown');
  const stored = await findHash(tx, member.id);
  if (!(await verifyPassword(stored, old))) throw new Refusal('auth.passwordwrong');
  await deps.guards.attempts.settle([key]);
  return { member, spend: () => Promise.resolve() };
}

async function proveByCode(
  tx: Tx,
  now: Date,
  actor: VisitorActor | MemberActor,
  input: { email?: string | undefined; emailcode?: string | undefined },
  deps: AuthDeps,
): Promise<Proven> {
  const own = actor.kind === 'member' ? await findMember(tx, actor.id) : undefined;
  const email = (input.email ?? own?.email ?? '').toLowerCase();
  if (email === '' || input.emailcode === undefined) throw new Refusal('auth.badcode');
  const { from } = actor;
  const claim = {
    email,
    purpose: 'password',
    memberId: own?.id ?? null,
    code: input.emailcode,
    from,
  } as const;
  const codeId = await deps.guards.checkCode(now, claim);
  const member = await findMemberByEmail(tx, email);
  if (!member) throw new Refusal('auth.badcode');
  return { member, spend: () => spendCode(tx, now, codeId) };
}

async function findHash(tx: Tx, memberId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('login_password')
    .select('hash')
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.hash;
}

async function ownMember(tx: Tx, actor: MemberActor): Promise<Member> {
  const member = await findMember(tx, actor.id);
  if (!member) throw new Refusal('request.notlogin');
  return member;
}

function namesOf(member: Member, username: string | undefined): string[] {
  return [username, member.username, member.email].filter((name) => typeof name === 'string');
}

async function takeUsername(tx: Tx, memberId: string, username: string): Promise<void> {
  const key = username.toLowerCase();
  const other = await tx.selectFrom('member').select('id').where('username_key', '=', key).executeTakeFirst();
  if (other) throw new Refusal('auth.taken');
  await tx.updateTable('member').set({ username, username_key: key }).where('id', '=', memberId).execute();
}

async function storePassword(tx: Tx, now: Date, member: Member, hash: string): Promise<void> {
  await tx
    .insertInto('login_password')
    .values({ member_id: member.id, hash, set_at: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ hash, set_at: now }))
    .execute();
  if (member.email === null) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: 'auth.passwordchanged',
    params: { time: now.toISOString() },
    antiphishing: member.antiphishing,
  });
}
