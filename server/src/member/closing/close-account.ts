import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { closing as closingCall, deleteAccount } from '@openmere/core/member/own-data-contract.ts';
import { nicknameOfCode } from '@openmere/core/member/rules.ts';
import { coins } from '@openmere/core/money/coin.ts';
import { checkPaypassword } from '../../auth/check-paypassword.ts';
import type { AuthDeps } from '../../auth/deps.ts';
import { findPayHash } from '../../auth/password-store.ts';
import { proveFresh } from '../../auth/prove.ts';
import { checkFactor } from '../../auth/second-factor/check.ts';
import { checkLiving, endSessions } from '../../auth/session-store.ts';
import { closeAccounts } from '../../ledger/close-accounts.ts';
import { findOutboundLock } from '../../ledger/outbound.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { toMail } from '../../platform/outbox.ts';
import { lockFamilyOf } from '../family/become-independent.ts';
import { changeMember, findMember, listSubAccounts } from '../store.ts';
import type { Member } from '../store.ts';

type Closing = CallResult<typeof closingCall>;
export type Obstacle = Closing['obstacles'][number];

/** What other domains say and do when an account is closed; answered where they are put together. */
export type ClosingPorts = {
  /** Money that is left, and what is open in the mall or at the bank. */
  listObstacles: (tx: Tx, memberId: string) => Promise<Obstacle[]>;
  listLosses: (tx: Tx, memberId: string) => Promise<Pick<Closing, 'credits' | 'rewards'>>;
  /** Takes away what names or serves the person. */
  erase: (tx: Tx, memberId: string) => Promise<void>;
};
type ClosingDeps = { closing: ClosingPorts };

/** Users/Closing. */
export async function showClosing(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & ClosingDeps,
): Promise<Closing> {
  const { tx, actor, closing } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  const obstacles = await findObstacles(ctx, member);
  return { obstacles, ...(await closing.listLosses(tx, actor.id)) };
}

async function findObstacles(ctx: { tx: Tx } & ClosingDeps, member: Member): Promise<Obstacle[]> {
  const { tx, closing } = ctx;
  const subs = (await listSubAccounts(tx, member.id)).length;
  const isLocked = (await findOutboundLock(tx, member.family)) !== undefined;
  return [
    ...(member.inviterId === null ? [{ kind: 'root' as const }] : []),
    ...(isLocked ? [{ kind: 'locked' as const }] : []),
    ...(subs > 0 ? [{ kind: 'subaccounts' as const, count: subs }] : []),
    ...(await closing.listObstacles(tx, member.id)),
  ];
}

async function refuseObstacles(ctx: { tx: Tx } & ClosingDeps, member: Member): Promise<void> {
  const [obstacle] = await findObstacles(ctx, member);
  if (obstacle) throw new Refusal('member.closingblocked', { kind: obstacle.kind });
}

/**
 * Users/Delete: closes the account for good. Refusals in order: closingblocked { kind } (the first of what Users/Closing lists), those of
 * checkPaypassword where one is set, those of checkFactor (what the session proved at its login counts), those of proveFresh for who is no
 * sub-account. What stays: records of money, the tree, country, wallet, identity decisions. Later deposits wait in suspense.
 */
export async function closeAccount(
  ctx: Ctx<MemberActor> & AuthDeps & ClosingDeps,
  input: CallParsed<typeof deleteAccount>,
): Promise<void> {
  const { tx, now, actor, closing } = ctx;
  const before = await findMember(tx, actor.id);
  assert(before, 'a session belongs to a member');
  const member = await lockFamilyOf(ctx, before);
  await checkLiving(tx, actor.sessionId);
  await refuseObstacles(ctx, member);
  if ((await findPayHash(tx, member.family)) !== undefined)
    await checkPaypassword({ ...ctx, ...ctx.guards }, input.paypassword ?? '');
  await checkFactor(ctx, { proof: input, freshCounts: true });
  if (member.mainId === null)
    await proveFresh(ctx, { actor, member, proof: input, purpose: 'password', isFirst: true });
  const sendable = coins.filter(({ transfer }) => transfer).map(({ id }) => id);
  await closeAccounts(tx, availableAccount(member.id), sendable);
  // What was sent while the proofs were looked at is here now; what is sent from here on is refused.
  await refuseObstacles(ctx, member);
  await mailClosed(ctx, member);
  await closing.erase(tx, member.id);
  await changeMember(tx, member.id, {
    closed_at: now,
    exit_only: true,
    main_id: null,
    username: null,
    username_key: null,
    nickname: nicknameOfCode(member.invitationCode),
    nickname_key: `closed:${member.id}`,
    avatar: '',
    email: null,
    phone: null,
    antiphishing: '',
  });
  await endSessions(tx, now, member.id);
}

/** The last mail; of a sub-account it goes to the main account. */
async function mailClosed({ tx, now }: Pick<Ctx, 'tx' | 'now'>, member: Member): Promise<void> {
  const reader = member.mainId === null ? member : await findMember(tx, member.mainId);
  if (!reader?.email) return;
  await toMail(tx, {
    to: reader.email,
    locale: reader.locale,
    template: 'member.closed',
    params: { nickname: member.nickname, time: now.toISOString() },
    antiphishing: reader.antiphishing,
  });
}
