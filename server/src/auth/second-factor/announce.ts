import { factorChanged } from '@openmere/core/auth/second-factor/contract.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { PushData } from '@openmere/core/kit/push.ts';
import { findMember } from '../../member/store.ts';
import type { Member } from '../../member/store.ts';
import { toMember } from '../../platform/outbox.ts';
import { announceChange } from '../announce-change.ts';
import type { AnnounceCtx } from '../announce-change.ts';

type Change = PushData<typeof factorChanged>['change'];
type ResetChange = Extract<Change, `reset${string}`>;
export type FactorChange = Exclude<Change, ResetChange>;

/** Tells the member what became of the second factor. */
export async function announceFactor(
  ctx: AnnounceCtx,
  { memberId, change }: { memberId: string; change: FactorChange },
): Promise<void> {
  const member = await pushChange(ctx, memberId, change);
  await announceChange(ctx, { member, template: `auth.${change}` });
}

/**
 * The same of a request to take a lost factor off. `until`: when its waiting time is over, or the lock that follows it; `stands`: it is one
 * that the factor does not end, which is told in other words.
 */
export async function announceReset(
  ctx: AnnounceCtx,
  {
    memberId,
    change,
    until,
    stands = false,
  }: { memberId: string; change: ResetChange; until?: Date; stands?: boolean },
): Promise<void> {
  const member = await pushChange(ctx, memberId, change);
  await announceChange(ctx, {
    member,
    template: stands ? 'auth.resetstands' : `auth.${change}`,
    ...(until !== undefined && { params: { until: until.toISOString() } }),
    link: '/pages/mine/safety/totp',
  });
}

async function pushChange({ tx }: AnnounceCtx, memberId: string, change: Change): Promise<Member> {
  const member = await findMember(tx, memberId);
  assert(member, 'a second factor belongs to a member');
  await toMember(tx, factorChanged, memberId, { change });
  return member;
}
