import { barredBy } from '@openmere/core/auth/geo.ts';
import { checkWayIn } from '@openmere/core/deposit/rules.ts';
import { refuse } from '@openmere/core/kit/refusal.ts';
import { findCoolingEnd } from '../../auth/country-rules.ts';
import { mayOnlyLeave } from '../../member/only-leave.ts';
import { phoneCountryOf } from '../../member/phone.ts';
import { findMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readSettings } from '../../setting/read.ts';

/** Who may deposit on chain may by bank. Refusals as checkWayIn. */
export async function checkFiatDepositor(ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor' | 'now'>): Promise<void> {
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
  const barred = barredBy(signals, barredCountries) !== undefined || isPersonBarred;
  const coolingUntil = (await findCoolingEnd(ctx, { id: actor.id, country }))?.toISOString() ?? null;
  refuse(checkWayIn({ country, exitOnly: member?.exitOnly ?? true, barred, coolingUntil }));
}
