import { factorChanged } from '@openmere/core/auth/second-factor/contract.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { PushData } from '@openmere/core/kit/push.ts';
import { findMember } from '../../member/store.ts';
import type { Member } from '../../member/store.ts';
import type { Ctx } from '../../platform/context.ts';
import { toNotice } from '../../platform/notices.ts';
import { toMail, toMember } from '../../platform/outbox.ts';
import { readableParams } from '../../platform/text.ts';
import { makeFreezeLink } from '../freeze-store.ts';
import type { SigningOrigin } from '../wallet-message.ts';

type Change = PushData<typeof factorChanged>['change'];
type ResetChange = Extract<Change, `reset${string}`>;
export type FactorChange = Exclude<Change, ResetChange>;
type AnnounceCtx = Pick<Ctx, 'tx' | 'now'> & { signing: Pick<SigningOrigin, 'origin'> };

/** Tells the member what became of the second factor, by mail with the way to freeze. */
export async function announceFactor(
  ctx: AnnounceCtx,
  { memberId, change }: { memberId: string; change: FactorChange },
): Promise<void> {
  const member = await announceChange(ctx, memberId, change);
  await mailFactor(ctx, member, { change, more: {} });
}

/**
 * The same of a request to take a lost factor off; and by a notice, because who has no mailbox gets no mail. `until`: when its waiting
 * time is over, or the lock that follows it.
 */
export async function announceReset(
  ctx: AnnounceCtx,
  { memberId, change, until }: { memberId: string; change: ResetChange; until?: Date },
): Promise<void> {
  const member = await announceChange(ctx, memberId, change);
  const more: Record<string, string> = until === undefined ? {} : { until: until.toISOString() };
  await toNotice(ctx.tx, {
    memberId,
    template: `auth.notice.${change}`,
    params: more,
    link: '/pages/mine/safety/totp',
    mailed: member.email !== null,
  });
  await mailFactor(ctx, member, { change, more });
}

async function announceChange({ tx }: AnnounceCtx, memberId: string, change: Change): Promise<Member> {
  const member = await findMember(tx, memberId);
  assert(member, 'a second factor belongs to a member');
  await toMember(tx, factorChanged, memberId, { change });
  return member;
}

async function mailFactor(
  ctx: AnnounceCtx,
  member: Member,
  { change, more }: { change: Change; more: Record<string, string> },
): Promise<void> {
  const { tx, now, signing } = ctx;
  if (member.email === null) return;
  const link = await makeFreezeLink(tx, now, { memberId: member.id, origin: signing.origin, kind: 'notice' });
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: `auth.${change}`,
    params: { time: now.toISOString(), link, ...readableParams(member.locale, more) },
    antiphishing: member.antiphishing,
  });
}
