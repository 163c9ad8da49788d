import { randomBytes } from 'node:crypto';
import { isInviteCode, makeInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import { checkAgreements } from '@openmere/core/auth/rules.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import { skeletonOf } from '@openmere/core/member/nickname.ts';
import { checkUsername, nicknameOfCode } from '@openmere/core/member/rules.ts';
import type { Member } from '../member/store.ts';
import { findMember, findMemberByCode, isTaken, insertMember } from '../member/store.ts';
import type { Origin } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { hashPassword } from '../platform/passwords.ts';
import { acceptAgreements } from './agreement/accept.ts';
import { findPublished } from './agreement/version-store.ts';
import { spendCode } from './codes.ts';
import type { AskerCtx, AuthDeps } from './deps.ts';
import { passGeoBar } from './geo-bar.ts';
import { checkNewPassword } from './new-password.ts';
import { putLoginHash } from './password-store.ts';
import { openSession } from './sessions.ts';
import type { OpenedSession } from './sessions.ts';

/** What a registrant brings besides the proof of e-mail or wallet. */
export type Registrant = {
  email: string | null;
  walletAddress: string | null;
  username?: string | undefined;
  invitecode: string;
  country: string | undefined;
  agreements: string | undefined;
};

export type RegisterInput = {
  email: string;
  emailcode: string;
  username?: string | undefined;
  password: string;
  invitecode: string;
  country: string;
  agreements: string;
};

/** A code collides about once in a hundred at a third of a million members: a few tries are enough. */
const CODE_DRAWS_MAX = 10;

/**
 * Registers by e-mail and password (rulebook §1). Refusals in order: `auth.badcode`, `auth.codespent`, those of
 * admitRegistrant, those of checkNewPassword.
 */
export async function register(ctx: AskerCtx & AuthDeps, input: RegisterInput): Promise<OpenedSession> {
  const { tx, now, actor } = ctx;
  const email = input.email.toLowerCase();
  const claim = {
    email,
    purpose: 'register',
    memberId: null,
    code: input.emailcode,
    from: actor.from,
  } as const;
  const codeId = await ctx.guards.checkCode(now, claim);
  const registrant = { ...input, email, walletAddress: null };
  const inviter = await admitRegistrant(ctx, { call: 'Users/Register', registrant });
  const names = [email, ...(input.username === undefined ? [] : [input.username])];
  await checkNewPassword(ctx, { password: input.password, names });
  const hash = await hashPassword(input.password);
  const member = await addMember(ctx, { registrant, inviterId: inviter.id });
  await putLoginHash(tx, { memberId: member.id, hash, now });
  await spendCode(ctx, codeId);
  return openSession(ctx, { member, kind: 'register' });
}

/**
 * May this person become a member? Refusals in order: `auth.badinvite`, `auth.inviternotactivated`, `auth.badcountry`,
 * `auth.barred` (written down), `auth.agreements`, `auth.badusername`, `auth.taken`. @returns the inviter.
 */
export async function admitRegistrant(
  ctx: AskerCtx & AuthDeps,
  { call, registrant }: { call: string; registrant: Registrant },
): Promise<Member> {
  const { tx, actor } = ctx;
  const code = normaliseInviteCode(registrant.invitecode);
  const inviter = isInviteCode(code) ? await findMemberByCode(tx, code) : undefined;
  if (!inviter) throw new Refusal('auth.badinvite');
  if (inviter.activatedAt === null) throw new Refusal('auth.inviternotactivated');
  await passGeoBar(ctx, { call, signals: { country: registrant.country, ipCountry: actor.from.country } });
  refuse(checkAgreements(registrant.agreements, await findPublished(tx)));
  if (registrant.username !== undefined) refuse(checkUsername(registrant.username));
  if (await isTaken(tx, { ...registrant, username: registrant.username ?? null }))
    throw new Refusal('auth.taken');
  return inviter;
}

/**
 * Adds the row with a fresh invitation code. Refuses `auth.taken` when somebody else took e-mail, wallet or user name in
 * the same moment: the unique keys decide.
 */
export async function addMember(
  ctx: Ctx<{ from: Pick<Origin, 'locale'> }>,
  { registrant, inviterId }: { registrant: Registrant; inviterId: string },
): Promise<Member> {
  const { tx, actor } = ctx;
  const registeredAt = await businessNow(tx);
  for (let draw = 1; draw <= CODE_DRAWS_MAX; draw += 1) {
    const code = makeInviteCode(randomBytes(5));
    const id = newId('mem');
    const nickname = nicknameOfCode(code);
    const added = await insertMember(tx, {
      id,
      main_id: null,
      username: registrant.username ?? null,
      username_key: registrant.username?.toLowerCase() ?? null,
      nickname,
      nickname_key: skeletonOf(nickname),
      email: registrant.email,
      phone: null,
      country: registrant.country?.toUpperCase() ?? null,
      wallet_address: registrant.walletAddress,
      wallet_bound_at: registrant.walletAddress === null ? null : registeredAt,
      invitation_code: code,
      inviter_id: inviterId,
      registered_at: registeredAt,
      activated_at: null,
      locale: actor.from.locale,
    });
    if (added) {
      const member = await findMember(tx, id);
      assert(member, 'a member that was just added is found');
      await acceptAgreements(ctx, { memberId: id, agreements: registrant.agreements ?? '' });
      return member;
    }
    if (await isTaken(tx, { ...registrant, username: registrant.username ?? null }))
      throw new Refusal('auth.taken');
  }
  throw new Error('no free invitation code was drawn');
}
