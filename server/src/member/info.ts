import type { CallOutput } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { info } from '@openmere/core/member/contract.ts';
import { maskNickname, userLevelOf } from '@openmere/core/member/rules.ts';
import { agreementsDue } from '../auth/agreements.ts';
import { mailboxProvedUntil } from '../auth/prove.ts';
import { findOutboundLock, isFrozenUntil } from '../ledger/outbound.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { findMember } from './find.ts';
import type { Member } from './store.ts';

type Info = CallOutput<typeof info>;

/** The member's own profile; of the inviter only what an invitation shows. */
export async function getInfo(ctx: Ctx<MemberActor>): Promise<Info> {
  const { tx, actor } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  const inviter = member.inviterId === null ? undefined : await findMember(tx, member.inviterId);
  const secrets = await findSecrets(tx, member.id);
  const lockedUntil = await findOutboundLock(tx, member.family);
  return {
    userid: member.id,
    username: member.username,
    nickname: member.nickname,
    avatar: member.avatar,
    email: member.email ?? '',
    phone: member.phone ?? '',
    country: member.country,
    useraddress: member.walletAddress,
    invitationcode: member.invitationCode,
    inviter: inviter ? inviterOf(inviter) : null,
    activated: member.activatedAt !== null,
    activation: await activationOf(tx, member),
    viplevel: member.vipLevel,
    userlevel: userLevelOf(member),
    registeredat: member.registeredAt.toISOString(),
    ...secrets,
    lockeduntil: lockedUntil && !isFrozenUntil(lockedUntil) ? lockedUntil.toISOString() : null,
    frozen: lockedUntil !== undefined && isFrozenUntil(lockedUntil),
    mailboxproveduntil: (await mailboxProvedUntil(ctx))?.toISOString() ?? null,
    agreementsdue: await agreementsDue(ctx, member.id),
    exitonly: member.exitOnly,
    antiphishing: member.antiphishing,
  };
}

function inviterOf(inviter: Member): NonNullable<Info['inviter']> {
  return {
    nickname: maskNickname(inviter.nickname),
    invitationcode: inviter.invitationCode,
    useraddress: inviter.walletAddress,
  };
}

async function findSecrets(db: Db, memberId: string): Promise<Pick<Info, 'haspassword' | 'haspaypassword'>> {
  const has = async (table: 'login_password' | 'pay_password'): Promise<boolean> => {
    const rows = await db.selectFrom(table).select('member_id').where('member_id', '=', memberId).execute();
    return rows.length > 0;
  };
  return { haspassword: await has('login_password'), haspaypassword: await has('pay_password') };
}

async function activationOf(db: Db, member: Member): Promise<Info['activation']> {
  if (member.activatedAt !== null) return 'activated';
  if (member.walletAddress === null) return 'none';
  const seen = await db
    .selectFrom('member_activation')
    .select('status')
    .where('wallet_address', '=', member.walletAddress)
    .execute();
  return seen.length > 0 ? 'pending' : 'none';
}
