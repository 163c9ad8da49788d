import { barredBy } from '@openmere/core/auth/geo.ts';
import type { Depositor } from '@openmere/core/deposit/rules.ts';
import { findCoolingEnd } from '../auth/country-rules.ts';
import { mayOnlyLeave } from '../member/only-leave.ts';
import { phoneCountryOf } from '../member/phone.ts';
import { isListed } from '../member/sanctions-store.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';

/** What is known of who asks to pay in. Whatever findBars would hold back is refused here, before it is sent. */
export async function readDepositor(ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>): Promise<Depositor> {
  const { tx, actor } = ctx;
  const { barredCountries } = await readSettings(tx);
  const member = await findMember(tx, actor.id);
  const country = member?.country ?? null;
  const signals = {
    country,
    phoneCountry: phoneCountryOf(member?.phone ?? null),
    ipCountry: actor.from.country,
  };
  // A number of another account of the person bars, too.
  const isPersonBarred = member !== undefined && !member.exitOnly && (await mayOnlyLeave(ctx, member));
  return {
    country,
    exitOnly: member?.exitOnly ?? true,
    barred: barredBy(signals, barredCountries) !== undefined || isPersonBarred,
    listed: await isListed(tx, actor.id),
    coolingUntil: (await findCoolingEnd(ctx, { id: actor.id, country }))?.toISOString() ?? null,
  };
}
