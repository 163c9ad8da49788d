import type { CallOutput } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { info } from '@openmere/core/member/contract.ts';
import { maskNickname, maskPhone, userLevelOf } from '@openmere/core/member/rules.ts';
import { agreementsDue } from '../auth/agreement/accept.ts';
import { findCoolingEnd, findCountryWarning } from '../auth/country-rules.ts';
import { listPasskeys } from '../auth/passkey/passkey-store.ts';
import { findLoginHash, findPayHash } from '../auth/password-store.ts';
import { mailboxProvedUntil } from '../auth/prove.ts';
import { hasTotp } from '../auth/second-factor/factor-store.ts';
import { showOpenReset } from '../auth/second-factor/reset.ts';
import { findOutboundLock, isFrozenUntil } from '../ledger/outbound.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { findActivation } from './activation-store.ts';
import { findIdentity } from './identity/identity-store.ts';
import { mayOnlyLeave } from './only-leave.ts';
import type { Member } from './store.ts';
import { findMember, listSubAccounts } from './store.ts';

type Info = CallOutput<typeof info>;

/** How far one is beyond activation; answered by minting and node. */
export type StandingDeps = {
  findStanding: (db: Db, member: Member) => Promise<{ mining: boolean; holdsNode: boolean }>;
};

/** The member's own profile; of the inviter only what an invitation shows. */
export async function getInfo(ctx: Ctx<MemberActor> & StandingDeps): Promise<Info> {
  const { tx, actor } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  const inviter = member.inviterId === null ? undefined : await findMember(tx, member.inviterId);
  const main = member.mainId === null ? undefined : await findMember(tx, member.mainId);
  const lockedUntil = await findOutboundLock(tx, member.family);
  const exitonly = await mayOnlyLeave(ctx, member);
  return {
    userid: member.id,
    username: member.username,
    nickname: member.nickname,
    avatar: member.avatar,
    email: member.email ?? '',
    phone: maskPhone(member.phone ?? ''),
    country: member.country,
    useraddress: member.walletAddress,
    invitationcode: member.invitationCode,
    inviter: inviter ? inviterOf(inviter) : null,
    activated: member.activatedAt !== null,
    activation: exitonly && member.activatedAt === null ? 'none' : await activationOf(tx, member),
    viplevel: member.vipLevel,
    userlevel: userLevelOf({
      activated: member.activatedAt !== null,
      ...(await ctx.findStanding(tx, member)),
    }),
    registeredat: member.registeredAt.toISOString(),
    haspassword: (await findLoginHash(tx, member.id)) !== undefined,
    haspaypassword: (await findPayHash(tx, member.family)) !== undefined,
    lockeduntil: lockedUntil && !isFrozenUntil(lockedUntil) ? lockedUntil.toISOString() : null,
    frozen: lockedUntil !== undefined && isFrozenUntil(lockedUntil),
    mailboxproveduntil: (await mailboxProvedUntil(ctx))?.toISOString() ?? null,
    agreementsdue: await agreementsDue(ctx, member.id),
    exitonly,
    antiphishing: member.antiphishing,
    hastotp: await hasTotp(tx, member.id),
    factorreset: await showOpenReset(ctx, { memberId: member.family }),
    passkeys: (await listPasskeys(tx, member.family)).length,
    identity: (await findIdentity(tx, member.family))?.state ?? 'none',
    main: main ? { userid: main.id, nickname: main.nickname, avatar: main.avatar } : null,
    subaccounts: (await listSubAccounts(tx, member.id)).length,
    coolinguntil: (await findCoolingEnd(ctx, member))?.toISOString() ?? null,
    countrywarning: await findCountryWarning(ctx, member.country),
  };
}

function inviterOf(inviter: Member): NonNullable<Info['inviter']> {
  return {
    nickname: maskNickname(inviter.nickname),
    invitationcode: inviter.invitationCode,
    useraddress: inviter.walletAddress,
  };
}

async function activationOf(db: Db, member: Member): Promise<Info['activation']> {
  if (member.activatedAt !== null) return 'activated';
  if (member.walletAddress === null) return 'none';
  return (await findActivation(db, member.walletAddress)) === undefined ? 'none' : 'pending';
}
