import { isInviteCode, normaliseInviteCode } from '@openmere/core/auth/invite-code.ts';
import type { CallOutput } from '@openmere/core/kit/call.ts';
import type { addressAny } from '@openmere/core/member/contract.ts';
import { maskNickname } from '@openmere/core/member/rules.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Db } from '../platform/db/connect.ts';
import type { MemberDeps } from './deps.ts';
import { findMember, findMemberByCode, findMemberByWallet } from './find.ts';
import type { Member } from './store.ts';

/** Is this a member? Only a masked nickname and the avatar are told, to members only, at a bounded rate (T02). */
export async function findTarget(
  db: Db,
  actor: MemberActor,
  input: { target: string },
  deps: Pick<MemberDeps, 'findByDepositAddress'>,
): Promise<CallOutput<typeof addressAny>> {
  const found = await find(db, input.target, deps);
  if (!found) return { member: false };
  return {
    member: true,
    nickname: maskNickname(found.nickname),
    avatar: found.avatar,
    self: found.id === actor.id,
  };
}

async function find(
  db: Db,
  target: string,
  deps: Pick<MemberDeps, 'findByDepositAddress'>,
): Promise<Member | undefined> {
  if (/^0x[0-9a-fA-F]{40}$/.test(target)) {
    const byWallet = await findMemberByWallet(db, target);
    if (byWallet) return byWallet;
    const id = await deps.findByDepositAddress(db, target);
    return id === undefined ? undefined : findMember(db, id);
  }
  const code = normaliseInviteCode(target);
  return isInviteCode(code) ? findMemberByCode(db, code) : undefined;
}
