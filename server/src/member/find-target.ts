import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { CallOutput } from '@openmere/core/kit/call.ts';
import type { addressAny } from '@openmere/core/member/contract.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { MemberDeps } from './deps.ts';
import type { Member } from './store.ts';
import { findMember, findMemberByCode, findMemberByWallet } from './store.ts';

/** Is this a member? Only a masked nickname, the avatar and the month of joining are told, to members only, at a bounded rate (T02). */
export async function findTarget(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & Pick<MemberDeps, 'findByDepositAddress'>,
  input: { target: string },
): Promise<CallOutput<typeof addressAny>> {
  const { actor } = ctx;
  const match = await find(ctx, input.target);
  if (!match?.found || match.found.closedAt !== null) return { member: false };
  const { found, kind } = match;
  return {
    member: true,
    nickname: maskNickname(found.nickname),
    avatar: found.avatar,
    self: found.id === actor.id,
    kind,
    joined: found.registeredAt.toISOString().slice(0, 7),
  };
}

type Match = { kind: 'wallet' | 'recharge' | 'code'; found: Member | undefined };

async function find(
  ctx: Pick<Ctx, 'tx'> & Pick<MemberDeps, 'findByDepositAddress'>,
  target: string,
): Promise<Match | undefined> {
  const { tx } = ctx;
  if (/^0x[0-9a-fA-F]{40}$/.test(target)) {
    const byWallet = await findMemberByWallet(tx, target);
    if (byWallet) return { kind: 'wallet', found: byWallet };
    const id = await ctx.findByDepositAddress(tx, target);
    return id === undefined ? undefined : { kind: 'recharge', found: await findMember(tx, id) };
  }
  const code = normaliseInviteCode(target);
  return isInviteCode(code) ? { kind: 'code', found: await findMemberByCode(tx, code) } : undefined;
}
