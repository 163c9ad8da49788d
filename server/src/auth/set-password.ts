import { sessionPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { checkUsername } from '@openmere/core/member/rules.ts';
import { refuseSubAccount } from '../member/family/own-login.ts';
import type { Member } from '../member/store.ts';
import { findMember, findMemberByEmail, lockMember, isTaken, changeMember } from '../member/store.ts';
import type { MemberActor, VisitorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { hashPassword, verifyPassword } from '../platform/passwords.ts';
import { announceChange } from './announce-change.ts';
import { trustBrowser } from './browser-store.ts';
import { spendCode } from './codes.ts';
import type { AuthDeps } from './deps.ts';
import { checkNotPayPassword } from './differs.ts';
import { checkNewPassword } from './new-password.ts';
import { findLoginHash, putLoginHash } from './password-store.ts';
import { proveFresh } from './prove.ts';
import type { FreshProof } from './prove.ts';
import { checkFactor, checkFactorOfLogin } from './second-factor/check.ts';
import type { FactorProof } from './second-factor/check.ts';
import { checkLiving, endSessions } from './session-store.ts';

/**
 * Sets the first login password, and the user name if one is given. Refusals in order: `member.noownlogin` for a sub-account, `auth.passwordset`,
 * `auth.badusername`, those of checkNewPassword, those of proveFresh (code purpose password), those of checkFactor, `auth.taken`, those of checkNotPayPassword.
 */
export async function setLoginPassword(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: FreshProof & FactorProof & { password: string; username?: string | undefined },
): Promise<void> {
  const { tx, actor } = ctx;
  refuseSubAccount(ctx);
  const member = await ownMember(ctx);
  if (await findLoginHash(tx, member.id)) throw new Refusal('auth.passwordset');
  if (input.username !== undefined) {
    if (member.username !== null) throw new Refusal('auth.taken');
    refuse(checkUsername(input.username));
  }
  await checkNewPassword(ctx, { password: input.password, names: namesOf(member, input.username) });
  // What costs nothing comes before the hash.
  await proveFresh(ctx, { actor, member, proof: input, purpose: 'password', isFirst: true });
  await checkFactor(ctx, { proof: input });
  if (input.username !== undefined) await refuseTaken(tx, input.username);
  await checkNotPayPassword(ctx, { memberId: member.id, password: input.password });
  const hash = await hashPassword(input.password);
  await lockMember(tx, member.id);
  await checkLiving(tx, actor.sessionId);
  // Of two first settings in the same moment one comes through.
  if (await findLoginHash(tx, member.id)) throw new Refusal('auth.passwordset');
  if (input.username !== undefined) await takeUsername(tx, member.id, input.username);
  await storePassword(ctx, { member, hash });
}

/**
 * Changes the login password by the old one, or sets a forgotten one by a code to the e-mail address. Ends the other
 * sessions. Refusals in order: `auth.slowdown`, `auth.passwordwrong` (by the old one) or `auth.badcode`, `auth.codespent`
 * (by code; an address without a member is `auth.badcode` too), then those of checkFactor,
 * those of checkNewPassword, those of checkNotPayPassword.
 */
export async function setPassword(
  ctx: Ctx<VisitorActor | MemberActor> & AuthDeps,
  input: FactorProof & {
    password: string;
    old?: string | undefined;
    email?: string | undefined;
    emailcode?: string | undefined;
  },
): Promise<void> {
  const { tx, now, actor } = ctx;
  const { member, spend, isByCode, stillHolds } =
    actor.kind === 'member' && input.old !== undefined
      ? await proveByOld({ ...ctx, actor }, input.old)
      : await proveByCode(ctx, input);
  const isOwn = actor.kind === 'member' && actor.id === member.id;
  if (isOwn) await checkFactor({ ...ctx, actor }, { proof: input });
  else await checkFactorOfLogin(ctx, { memberId: member.id, kind: 'mail', from: actor.from, proof: input });
  await checkNewPassword(ctx, { password: input.password, names: namesOf(member, undefined) });
  // Before the look: of guesses sent at once with one code, the first wrong one uses it up for all.
  await spend();
  await checkNotPayPassword(ctx, { memberId: member.id, password: input.password, isByCode });
  const hash = await hashPassword(input.password);
  await lockMember(tx, member.id);
  // Of two changes in the same moment the second would otherwise stand on what the first has done away with.
  await stillHolds();
  if (isOwn) await checkLiving(tx, actor.sessionId);
  await storePassword(ctx, { member, hash });
  const staying = isOwn ? actor.sessionId : undefined;
  await endSessions(tx, now, member.id, staying);
  // It proved the mailbox: the login that follows asks for no second code.
  if (!isOwn) await trustBrowser(tx, now, member.id, actor.from);
}

type Proven = {
  member: Member;
  spend: () => Promise<void>;
  isByCode: boolean;
  /** Refuses where the password or the mailbox that proved it has changed since. */
  stillHolds: () => Promise<void>;
};

async function proveByOld(ctx: Ctx<MemberActor> & AuthDeps, old: string): Promise<Proven> {
  const { tx, now } = ctx;
  const member = await ownMember(ctx);
  const key = `password:${member.id}`;
  await ctx.guards.attempts.reserve(now, [{ key, policy: sessionPasswordAttempts }], 'auth.slowdown');
  const stored = await findLoginHash(tx, member.id);
  if (!(await verifyPassword(stored, old))) throw new Refusal('auth.passwordwrong');
  await ctx.guards.attempts.settle([key]);
  const stillHolds = async (): Promise<void> => {
    if ((await findLoginHash(tx, member.id)) !== stored) throw new Refusal('auth.passwordwrong');
  };
  return { member, spend: () => Promise.resolve(), isByCode: false, stillHolds };
}

async function proveByCode(
  ctx: Ctx<VisitorActor | MemberActor> & AuthDeps,
  input: { email?: string | undefined; emailcode?: string | undefined },
): Promise<Proven> {
  const { tx, now, actor } = ctx;
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
  const codeId = await ctx.guards.checkCode(now, claim);
  const member = await findMemberByEmail(tx, email);
  if (!member) throw new Refusal('auth.badcode');
  const stillHolds = async (): Promise<void> => {
    if ((await findMember(tx, member.id))?.email !== email) throw new Refusal('auth.badcode');
  };
  return { member, spend: () => spendCode(ctx, codeId), isByCode: true, stillHolds };
}

async function ownMember(ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>): Promise<Member> {
  const { tx, actor } = ctx;
  const member = await findMember(tx, actor.id);
  if (!member) throw new Refusal('request.notlogin');
  return member;
}

function namesOf(member: Member, username: string | undefined): string[] {
  return [username, member.username, member.email].filter((name) => typeof name === 'string');
}

async function refuseTaken(tx: Tx, username: string): Promise<void> {
  if (await isTaken(tx, { email: null, walletAddress: null, username })) throw new Refusal('auth.taken');
}

async function takeUsername(tx: Tx, memberId: string, username: string): Promise<void> {
  await refuseTaken(tx, username);
  await changeMember(tx, memberId, { username, username_key: username.toLowerCase() });
}

async function storePassword(
  ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps,
  { member, hash }: { member: Member; hash: string },
): Promise<void> {
  const { tx, now } = ctx;
  await putLoginHash(tx, { memberId: member.id, hash, now });
  await announceChange(ctx, { member, template: 'auth.passwordchanged' });
}
