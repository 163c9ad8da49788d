import { barredBy, checkGeo } from '@openmere/core/auth/geo.ts';
import type { GeoSignals } from '@openmere/core/auth/geo.ts';
import { Refusal, refuse } from '@openmere/core/kit/refusal.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import type { Guards } from './guards.ts';

/**
 * Lets nobody of a barred country pass, and writes down whom it turned away (rulebook §1, T26): the refusal says under which number. Refusals in order:
 * `auth.badcountry` (default deny: no country, no entry), `auth.barred`.
 */
export async function passGeoBar(
  ctx: Pick<Ctx, 'tx'> & { guards: Guards },
  { call, signals, memberId }: { call: string; signals: GeoSignals; memberId?: string | undefined },
): Promise<void> {
  const { tx, guards } = ctx;
  const { barredCountries } = await readSettings(tx);
  const bar = barredBy(signals, barredCountries);
  const ref = bar && (await guards.noteBarred(call, bar, memberId));
  const refusal = checkGeo(signals, barredCountries);
  if (refusal && ref !== undefined) throw new Refusal(refusal.code, { ...refusal.params, ref });
  refuse(refusal);
}
