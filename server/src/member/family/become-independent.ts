import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { familyChanged } from '@openmere/core/member/family-contract.ts';
import { announceChange } from '../../auth/announce-change.ts';
import { checkPaypassword } from '../../auth/check-paypassword.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { endSessions, ownSession } from '../../auth/session-store.ts';
import { findOutboundLock, outboundRefusal } from '../../ledger/outbound.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { toMember } from '../../platform/outbox.ts';
import type { MemberDeps } from '../deps.ts';
import type { Member } from '../store.ts';
import { changeMember, lockMember } from '../store.ts';

/**
 * Proves that the person behind a sub-account wants it to be independent: the main account's payment password, and nothing of the
 * family is locked. Refusals in order: `ledger.locked`, `ledger.frozen`, those of checkPaypassword.
 */
export async function proveIndependence(
  ctx: Ctx<MemberActor> & MemberDeps,
  { member, paypassword }: { member: Member; paypassword: string | undefined },
): Promise<void> {
  await refuseLocked(ctx, member);
  await checkPaypassword({ ...ctx, ...ctx.guards }, paypassword ?? '');
}

/** The rows of main account and sub-account, in the order in which everybody locks them. */
export async function lockFamilyOf(ctx: Pick<Ctx, 'tx'>, member: Member): Promise<Member> {
  const { tx } = ctx;
  const locked = [];
  for (const id of [member.id, member.family].toSorted()) locked.push(await lockMember(tx, id));
  const own = locked.find((one) => one?.id === member.id);
  assert(own, 'members are never removed');
  return own;
}

/**
 * Ends the belonging to a main account, for a sub-account that has just been given a login of its own; its row and the main
 * account's are locked. A lock of the family cannot be left behind: then it is refused (T15). All sessions end that the main
 * account opened, but for the one that acts, which is the account's own from now on. Caps, bonuses and limits go on by the person.
 */
export async function becomeIndependent(ctx: Ctx<MemberActor> & AuthDeps, member: Member): Promise<void> {
  const { tx, now, actor } = ctx;
  assert(member.mainId !== null, 'only a sub-account becomes independent');
  await refuseLocked(ctx, member);
  await changeMember(tx, member.id, { main_id: null });
  await endSessions(tx, now, member.id, actor.sessionId);
  await ownSession(tx, actor.sessionId);
  const { id: userid, nickname } = member;
  await toMember(tx, familyChanged, member.mainId, { userid, nickname, change: 'independent' });
  const main = await lockMember(tx, member.mainId);
  assert(main, 'members are never removed');
  await announceChange(ctx, { member: main, template: 'member.subindependent', params: { nickname } });
}

async function refuseLocked({ tx }: Pick<Ctx, 'tx'>, member: Member): Promise<void> {
  const until = await findOutboundLock(tx, member.family);
  if (until) throw outboundRefusal(until);
}

/** Refuses `member.noinitialpassword` for a sub-account without its first login password. */
export function initialPasswordOf(member: Member, password: string | undefined): string | undefined {
  if (member.mainId === null) return undefined;
  if (password === undefined) throw new Refusal('member.noinitialpassword');
  return password;
}
