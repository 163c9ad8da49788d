import type { PushData } from '@openmere/core/kit/push.ts';
import { factorChanged } from '@openmere/core/auth/second-factor/contract.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import { findMember } from '../../member/store.ts';
import type { Ctx } from '../../platform/context.ts';
import { toMail, toMember } from '../../platform/outbox.ts';
import { makeFreezeLink } from '../freeze-store.ts';
import type { SigningOrigin } from '../wallet-message.ts';

export type FactorChange = PushData<typeof factorChanged>['change'];

/** Tells the member what became of the second factor, by mail with the way to freeze. */
export async function announceFactor(
  ctx: Pick<Ctx, 'tx' | 'now'> & { signing: Pick<SigningOrigin, 'origin'> },
  { memberId, change }: { memberId: string; change: FactorChange },
): Promise<void> {
  const { tx, now, signing } = ctx;
  const member = await findMember(tx, memberId);
  assert(member, 'a second factor belongs to a member');
  await toMember(tx, factorChanged, memberId, { change });
  if (member.email === null) return;
  const link = await makeFreezeLink(tx, now, { memberId, origin: signing.origin, kind: 'notice' });
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: `auth.${change}`,
    params: { time: now.toISOString(), link },
    antiphishing: member.antiphishing,
  });
}
