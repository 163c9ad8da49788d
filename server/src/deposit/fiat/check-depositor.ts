import { barredBy } from '@openmere/core/auth/geo.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { phoneCountryOf } from '../../member/phone.ts';
import { findMember } from '../../member/store.ts';
import type { MemberActor } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { readSettings } from '../../setting/read.ts';

/** Who may deposit on chain may by bank. Refusals in order: barred (also who may only leave), nocountry. */
export async function checkFiatDepositor(ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>): Promise<void> {
  const { tx, actor } = ctx;
  const { barredCountries } = await readSettings(tx);
  const member = await findMember(tx, actor.id);
  const country = member?.country ?? null;
  const signals = {
    country,
    phoneCountry: phoneCountryOf(member?.phone ?? null),
    ipCountry: actor.from.country,
  };
  if (barredBy(signals, barredCountries) || (member?.exitOnly ?? true)) throw new Refusal('deposit.barred');
  if (country === null) throw new Refusal('deposit.nocountry');
}
