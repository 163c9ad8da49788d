import { checkGeo } from '@openmere/core/auth/geo.ts';
import { activationMoved } from '@openmere/core/member/contract.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMail, toMember } from '../platform/outbox.ts';
import { readSettings } from '../setting/read.ts';
import { findActivation } from './activation-store.ts';
import { mayOnlyLeave } from './only-leave.ts';
import type { Member } from './store.ts';
import { findMember, lockMember, changeMember } from './store.ts';

/**
 * Activates a member once everything is there: a wallet that is final on the Membership contract, a country that is not
 * barred (I24), an activated inviter (I18), and an account that is not exit-only. Called wherever one of these arrives, and where
 * a member looks (getActivation).
 * The inviter stays the one of the registration, whoever was named on chain (core/member/README.md).
 * @returns whether the member is activated now by this call.
 */
export async function activateIfReady(ctx: Pick<Ctx, 'tx'>, memberId: string): Promise<boolean> {
  const { tx } = ctx;
  const member = await lockMember(tx, memberId);
  if (!member || member.activatedAt !== null || member.walletAddress === null) return false;
  const final = await findActivation(tx, member.walletAddress);
  if (final?.status !== 'final' || !(await mayBeActivated(tx, member))) return false;
  const now = await businessNow(tx);
  // Whoever had bound the wallet before is activated at the moment that the chain says.
  const bound = member.walletBoundAt ?? now;
  const at = final.final_at && final.final_at > bound ? final.final_at : now;
  await changeMember(tx, member.id, { activated_at: at });
  await announceActivated({ tx, now }, { member, hash: final.tx_hash });
  return true;
}

async function mayBeActivated(tx: Tx, member: Member): Promise<boolean> {
  const { barredCountries } = await readSettings(tx);
  if (checkGeo(member, barredCountries) || (await mayOnlyLeave({ tx }, member))) return false;
  const inviter = member.inviterId === null ? undefined : await findMember(tx, member.inviterId);
  return inviter?.activatedAt !== null && inviter !== undefined;
}

async function announceActivated(
  ctx: Pick<Ctx, 'tx' | 'now'>,
  { member, hash }: { member: Member; hash: string },
): Promise<void> {
  const { tx, now } = ctx;
  await toMember(tx, activationMoved, member.id, { state: 'activated', hash });
  if (member.email === null) return;
  await toMail(tx, {
    to: member.email,
    locale: member.locale,
    template: 'member.activated',
    params: { time: now.toISOString() },
    antiphishing: member.antiphishing,
  });
}
