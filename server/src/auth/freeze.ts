import { accountUnfrozen } from '@openmere/core/auth/contract.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { freezeOutbound, thawOutbound } from '../ledger/outbound.ts';
import { findMember, lockMember } from '../member/store.ts';
import type { Member } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import { toNotice } from '../platform/notices.ts';
import { toMail, toMember } from '../platform/outbox.ts';
import { forgetBrowsers } from './browser-store.ts';
import { checkPaypassword } from './check-paypassword.ts';
import type { AuthDeps } from './deps.ts';
import { findFreezeLink, findFreeze, insertFreeze, liftFreeze, saveTrusted } from './freeze-store.ts';
import type { Freeze } from './freeze-store.ts';
import { doubtedSince, isMailboxAlone, isOlder, outweighsFactor } from './older-proof.ts';
import { findPayHash } from './password-store.ts';
import { isSigned, proveFresh } from './prove.ts';
import type { FreshProof } from './prove.ts';
import { checkFactor } from './second-factor/check.ts';
import type { FactorProof } from './second-factor/check.ts';
import { findTotp } from './second-factor/factor-store.ts';
import { endIfOpen, findOpenReset } from './second-factor/reset-store.ts';
import { standsAgainstFactor } from './second-factor/stands.ts';
import { checkLiving, endSessions } from './session-store.ts';

/**
 * Freezes an account by the link of a mail: every session ends, every browser is a stranger again, and nothing leaves the
 * family until the owner proves again (rulebook §1). Twice does nothing more. Refuses `auth.badfreezelink`.
 */
export async function freeze(ctx: Pick<Ctx, 'tx' | 'now'>, input: { link: string }): Promise<void> {
  const { tx, now } = ctx;
  const memberId = await findFreezeLink(tx, now, input.link);
  const member = memberId === undefined ? undefined : await lockMember(tx, memberId);
  if (!member) throw new Refusal('auth.badfreezelink');
  await freezeAccount(ctx, member, 'auth.frozen');
}

/** The same on the Security page, by one press: of a sub-account its main account is frozen, which alone can lift it. */
export async function freezeOwn(ctx: Pick<Ctx<MemberActor>, 'tx' | 'now' | 'actor'>): Promise<void> {
  const main = await lockMember(ctx.tx, ctx.actor.family);
  assert(main, 'a session belongs to a member');
  await freezeAccount(ctx, main, 'auth.frozen');
}

/** The same by whoever the caller has made sure of; `template`: the mail that says who did it. */
export async function freezeAccount(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  member: Member,
  template: 'auth.frozen' | 'auth.frozenbystaff',
): Promise<void> {
  await endSessions(tx, now, member.id);
  await forgetBrowsers(tx, member.id);
  await freezeOutbound(tx, member.family);
  // Whoever asked to have the second factor taken off asks anew; not the wallet of a frozen account, which every press would hold up.
  const asked = await findOpenReset(tx, member.id);
  if (asked && !(await standsAgainstFactor({ tx }, asked)))
    await endIfOpen(tx, asked.id, { state: 'frozen', now: await businessNow(tx) });
  // Pressed again, what operators trusted before is in doubt as well.
  if (await saveTrusted(tx, member.id, null)) return;
  await insertFreeze(tx, now, member.id);
  // Kept, too: who has no mailbox gets no mail.
  if (template === 'auth.frozenbystaff')
    await toNotice(tx, {
      memberId: member.id,
      template: 'auth.notice.frozenbystaff',
      params: {},
      link: '/pages/mine/safety/safety',
      mailed: member.email !== null,
    });
  if (member.email === null) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template,
    params: { time: now.toISOString() },
    antiphishing: member.antiphishing,
  });
}

/**
 * Lifts the freeze: a fresh proof of the mailbox or the wallet, and the payment password where one is set; not by what the freeze may
 * have come for (checkOlder). What was locked besides stays locked. Refusals in order: `auth.notfrozen`, those of checkPaypassword,
 * those of checkFactor (what the session proved at its login counts), `auth.freezeproof`, those of proveFresh; `request.notlogin`
 * where the account was frozen anew meanwhile.
 */
export async function unfreeze(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: FreshProof & FactorProof & { paypassword?: string | undefined },
): Promise<void> {
  const { tx, now, actor } = ctx;
  const member = await findMember(tx, actor.id);
  const freeze = member && (await findFreeze(tx, member.id));
  if (!freeze) throw new Refusal('auth.notfrozen');
  if ((await findPayHash(tx, member.id)) !== undefined) {
    await checkPaypassword({ ...ctx, ...ctx.guards }, input.paypassword ?? '');
  }
  await checkFactor(ctx, { proof: input, freshCounts: true });
  await checkOlder(ctx, { member, freeze, proof: input });
  await proveFresh(ctx, { actor, member, proof: input, purpose: 'password', isFirst: true });
  // Each press on "freeze" ends this session, also while the freeze stands: one that came meanwhile holds.
  await lockMember(tx, member.id);
  await checkLiving(tx, actor.sessionId);
  await liftFreeze(tx, now, member.id);
  await thawOutbound(tx, member.family);
  await toMember(tx, accountUnfrozen, member.id, {});
}

/**
 * Two operators made sure, by another way, that the mailbox or wallet that is bound now is the owner's: it lifts the freeze then, by the
 * owner's own act; what is bound after that does not. Refuses `auth.notfrozen`.
 */
export async function trustProofs({ tx, now }: Pick<Ctx, 'tx' | 'now'>, memberId: string): Promise<void> {
  if (!(await saveTrusted(tx, memberId, now))) throw new Refusal('auth.notfrozen');
}

/**
 * A freeze is not lifted by what its thief may have put in place (decisions 0289, 0309): a mailbox or a wallet bound since the oldest mail
 * whose link could freeze, or the mailbox with a payment password that was reset by it since then, or set first while there is an older
 * wallet. What is older proves the owner: the wallet, or a second factor, which each of these changes took, unless the wallet was there before
 * it; and what stood when two operators trusted it. Refuses `auth.freezeproof`.
 */
async function checkOlder(
  { tx }: Pick<Ctx, 'tx'>,
  { member, freeze, proof }: { member: Member; freeze: Freeze; proof: FreshProof },
): Promise<void> {
  // Nobody looked at the factor when the mailbox and the wallet were trusted: it may be the thief's.
  const factor = await findTotp(tx, member.id);
  if (factor && factor.setAt <= doubtedSince(freeze) && !outweighsFactor(member, freeze, factor)) return;
  // Who has no mailbox was registered by the wallet.
  if (member.email === null) return;
  if (isSigned(member, proof)) {
    if (isOlder(member, freeze, member.walletBoundAt)) return;
  } else if (
    isOlder(member, freeze, member.emailBoundAt) &&
    (freeze.trusted_at !== null || !(await isMailboxAlone({ tx }, { member, freeze })))
  )
    return;
  throw new Refusal('auth.freezeproof');
}
