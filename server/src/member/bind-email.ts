import { sessionPasswordAttempts } from '@openmere/core/auth/rules.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { announceChange } from '../auth/announce-change.ts';
import { sendCodeWithin, spendCode } from '../auth/codes.ts';
import type { CodeOnItsWay } from '../auth/codes.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { checkNotPayPassword } from '../auth/differs.ts';
import { findFreeze } from '../auth/freeze-store.ts';
import { checkNewPassword } from '../auth/new-password.ts';
import { findLoginHash, putLoginHash } from '../auth/password-store.ts';
import { checkFactor } from '../auth/second-factor/check.ts';
import type { FactorProof } from '../auth/second-factor/check.ts';
import { checkLiving, endSessions, forgetMailboxProof } from '../auth/session-store.ts';
import { takeWalletProof } from '../auth/wallet-message.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { isUniqueViolation } from '../platform/db/connect.ts';
import { hashPassword, verifyPassword } from '../platform/passwords.ts';
import { putBinding, hasBinding, dropBinding } from './binding-store.ts';
import type { MemberDeps } from './deps.ts';
import {
  becomeIndependent,
  initialPasswordOf,
  lockFamilyOf,
  proveIndependence,
} from './family/become-independent.ts';
import type { Member } from './store.ts';
import { findMember, findMemberByEmail, changeMember } from './store.ts';

export type BindEmailInput = FactorProof & {
  email: string;
  puzzle?: string | undefined;
  password?: string | undefined;
  paypassword?: string | undefined;
  oldcode?: string | undefined;
  message?: string | undefined;
  signature?: string | undefined;
};

/** A begun binding waits as long as its code lives. */
const BINDING_LIFE_MS = 10 * 60_000;

/**
 * Begins binding an e-mail: the login password, a code to the old address, or a signature of the bound wallet
 * proves who asks (whoever lost the mailbox, or had it stolen with the password that it resets, still has the wallet: decision 0306); then a code goes to the new address. Whether the address belongs to somebody is told only by the
 * confirmation, to whoever reads its mail (T02). A sub-account, which has none of these, proves itself by its main account's payment
 * password. Refusals in order: those of proveIndependence for a sub-account; `auth.slowdown`, `auth.passwordwrong`, `auth.badcode`,
 * `auth.codespent`, those of takeWalletProof, those of checkFactor, those of sendCode.
 */
export async function bindEmail(
  ctx: Ctx<MemberActor> & MemberDeps,
  input: BindEmailInput,
): Promise<CodeOnItsWay> {
  const { tx, now, actor } = ctx;
  const member = await findSelf(ctx);
  await prove(ctx, { member, input });
  await checkFactor(ctx, { proof: input });
  const email = input.email.toLowerCase();
  const expires = new Date(now.getTime() + BINDING_LIFE_MS);
  await putBinding(tx, { member_id: member.id, email, expires_at: expires });
  return sendCodeWithin(ctx, { email, purpose: 'bind', actor, puzzle: input.puzzle });
}

async function prove(
  ctx: Ctx<MemberActor> & MemberDeps,
  { member, input }: { member: Member; input: BindEmailInput },
): Promise<void> {
  const { now, actor } = ctx;
  if (member.mainId !== null) return proveIndependence(ctx, { member, paypassword: input.paypassword });
  if (input.password !== undefined) return provePassword(ctx, { member, password: input.password });
  if (input.oldcode !== undefined && member.email !== null) {
    const { from } = actor;
    const { email, id: memberId } = member;
    const claim = { email, purpose: 'bind', memberId, code: input.oldcode, from } as const;
    return spendCode(ctx, await ctx.guards.checkCode(now, claim));
  }
  const isSigning = member.email === null || input.message !== undefined;
  if (!isSigning || member.walletAddress === null) throw new Refusal('auth.badcode');
  if (input.message === undefined || input.signature === undefined) throw new Refusal('auth.badsignature');
  const signed = { address: member.walletAddress, message: input.message, signature: input.signature };
  await takeWalletProof(ctx, { proof: signed, wanted: { purpose: 'bind', memberId: member.id } });
}

async function provePassword(
  ctx: Pick<Ctx, 'tx' | 'now'> & AuthDeps,
  { member, password }: { member: Member; password: string },
): Promise<void> {
  const { tx, now } = ctx;
  const key = `password:${member.id}`;
  await ctx.guards.attempts.reserve(now, [{ key, policy: sessionPasswordAttempts }], 'auth.slowdown');
  const stored = await findLoginHash(tx, member.id);
  if (!(await verifyPassword(stored, password))) throw new Refusal('auth.passwordwrong');
  await ctx.guards.attempts.settle([key]);
}

/**
 * Completes the binding by the code to the new address, tells the old one, and ends the other sessions. A sub-account gets its first
 * login password with it and becomes independent. Refusals in order: `member.bindfirst` (nothing begun for this address), `auth.badcode`,
 * `auth.codespent`, `member.emailtaken`; for a sub-account noinitialpassword, those of checkNewPassword, passwordsame, locked, frozen.
 */
export async function confirmEmail(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: { email: string; emailcode: string; password?: string | undefined },
): Promise<void> {
  const { tx, now, actor } = ctx;
  const email = input.email.toLowerCase();
  if (!(await hasBinding(tx, { memberId: actor.id, email, now }))) throw new Refusal('member.bindfirst');
  const { from } = actor;
  const claim = { email, purpose: 'bind', memberId: actor.id, code: input.emailcode, from } as const;
  const codeId = await ctx.guards.checkCode(now, claim);
  const holder = await findMemberByEmail(tx, email);
  if (holder && holder.id !== actor.id) throw new Refusal('member.emailtaken');
  const initial = await hashInitial(ctx, { email, password: input.password });
  const before = await lockFamilyOf(ctx, await findSelf(ctx));
  await checkLiving(tx, actor.sessionId);
  await spendCode(ctx, codeId);
  await dropBinding(tx, actor.id);
  if (before.email !== email) await storeEmail(ctx, email);
  // What the session proved was the former mailbox.
  await forgetMailboxProof(tx, actor.id);
  await endSessions(tx, now, actor.id, actor.sessionId);
  if (before.mainId !== null && initial !== undefined) {
    await putLoginHash(tx, { memberId: before.id, hash: initial, now });
    await becomeIndependent(ctx, before);
  }
  // The mail goes to the former address.
  const template = before.email === null ? 'member.emailbound' : 'member.emailchanged';
  if (before.email !== email) await announceChange(ctx, { member: before, template });
}

async function findSelf({ tx, actor }: Pick<Ctx<MemberActor>, 'tx' | 'actor'>): Promise<Member> {
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  return member;
}

/** The first login password of a sub-account, hashed before any row is locked. */
async function hashInitial(
  ctx: Ctx<MemberActor> & AuthDeps,
  { email, password }: { email: string; password: string | undefined },
): Promise<string | undefined> {
  const member = await findSelf(ctx);
  const initial = initialPasswordOf(member, password);
  if (initial === undefined) return undefined;
  await checkNewPassword(ctx, { password: initial, names: [email] });
  await checkNotPayPassword(ctx, { memberId: member.family, password: initial });
  return hashPassword(initial);
}

async function storeEmail(
  { tx, now, actor }: Pick<Ctx<MemberActor>, 'tx' | 'now' | 'actor'>,
  email: string,
): Promise<void> {
  // Two operators trusted the former one while this waited for them: it is not what they looked at.
  const trustedAt = (await findFreeze(tx, actor.id))?.trusted_at ?? null;
  const boundAt = trustedAt !== null && trustedAt >= now ? new Date(trustedAt.getTime() + 1) : now;
  try {
    await changeMember(tx, actor.id, { email, email_bound_at: boundAt });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('member.emailtaken');
    throw error;
  }
}
