import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { AuthDeps } from '../auth/deps.ts';
import { passGeoBar } from '../auth/geo-bar.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { activateIfReady } from './activate.ts';
import { phoneCountryOf } from './phone.ts';
import { findMember, lockMember, changeMember } from './store.ts';

/**
 * Declares the country, once. Refusals in order: `member.countryset`, `auth.badcountry`, `auth.barred` (written down; a
 * declared barred country makes the account exit-only).
 */
export async function bindCountry(
  ctx: Ctx<MemberActor> & AuthDeps,
  input: { country: string },
): Promise<void> {
  const { tx, actor } = ctx;
  const member = await findMember(tx, actor.id);
  assert(member, 'a session belongs to a member');
  if (member.country !== null) throw new Refusal('member.countryset');
  const country = input.country.toUpperCase();
  const signals = { country, phoneCountry: phoneCountryOf(member.phone), ipCountry: actor.from.country };
  await passGeoBar(ctx, { call: 'Users/BindCountry', signals, memberId: member.id });
  const locked = await lockMember(tx, member.id);
  if (locked?.country !== null) throw new Refusal('member.countryset');
  await changeMember(tx, member.id, { country });
  await activateIfReady(ctx, member.id);
}
