import { accountUnfrozen } from '@openmere/core/auth/contract.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { freezeOutbound, thawOutbound } from '../ledger/outbound.ts';
import { findMember, lockMember } from '../member/find.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { toMail, toMember } from '../platform/outbox.ts';
import { forgetBrowsers } from './browser.ts';
import { checkPaypassword } from './check-paypassword.ts';
import type { AuthDeps } from './deps.ts';
import { findFreezeLink } from './freeze-link.ts';
import { proveFresh } from './prove.ts';
import type { FreshProof } from './prove.ts';
import { endSessions } from './sessions.ts';

/**
 * Freezes an account by the link of a mail: every session ends, every browser is a stranger again, and nothing leaves the
 * family until the owner proves again (rulebook §1). Twice does nothing more. Refuses `auth.badfreezelink`.
 */
export async function freeze(ctx: Pick<Ctx, 'tx' | 'now'>, input: { link: string }): Promise<void> {
  const { tx, now } = ctx;
  const memberId = await findFreezeLink(tx, now, input.link);
  const member = memberId === undefined ? undefined : await lockMember(tx, memberId);
  if (!member) throw new Refusal('auth.badfreezelink');
  await endSessions(tx, now, member.id);
  await forgetBrowsers(tx, member.id);
  await freezeOutbound(tx, member.family);
  if (await isFrozen(tx, member.id)) return;
  await tx
    .insertInto('auth_freeze')
    .values({ member_id: member.id, frozen_at: now, lifted_at: null })
    .execute();
  if (member.email === null) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: 'auth.frozen',
    params: { time: now.toISOString() },
    antiphishing: member.antiphishing,
  });
}

/**
 * Lifts the freeze: a fresh proof of the mailbox or the wallet, and the payment password where one is set. What was locked
 * besides stays locked. Refusals in order: `auth.notfrozen`, those of checkPaypassword, those of proveFresh.
 */
export async function unfreeze(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: FreshProof & { paypassword?: string | undefined },
): Promise<void> {
  const { tx, now, actor } = ctx;
  const member = await findMember(tx, actor.id);
  if (!member || !(await isFrozen(tx, member.id))) throw new Refusal('auth.notfrozen');
  if (await hasPaypassword(tx, member.id)) {
    await checkPaypassword({ tx, now, actor, attempts: ctx.guards.attempts }, input.paypassword ?? '');
  }
  await proveFresh(ctx, { actor, member, proof: input, purpose: 'password', isFirst: true });
  await tx
    .updateTable('auth_freeze')
    .set({ lifted_at: now })
    .where('member_id', '=', member.id)
    .where('lifted_at', 'is', null)
    .execute();
  await thawOutbound(tx, member.family);
  await toMember(tx, accountUnfrozen, member.id, {});
}

export async function isFrozen(db: Db, memberId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('auth_freeze')
    .select('id')
    .where('member_id', '=', memberId)
    .where('lifted_at', 'is', null)
    .execute();
  return rows.length > 0;
}

async function hasPaypassword(tx: Tx, memberId: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('pay_password')
    .select('member_id')
    .where('member_id', '=', memberId)
    .execute();
  return rows.length > 0;
}
