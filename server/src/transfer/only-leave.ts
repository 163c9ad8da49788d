import { barredBy } from '@openmere/core/auth/geo.ts';
import { phoneCountryOf } from '../member/phone.ts';
import type { Member } from '../member/store.ts';
import type { ReadCtx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';

/**
 * Whether a member may only leave (rulebook §1), and so neither sends nor receives: marked so, or by now of a barred country, which no
 * mark follows when the setting changes. An internet address is where somebody travels, as for deposits.
 */
export async function mayOnlyLeave(
  { tx }: ReadCtx,
  { exitOnly, country, phone }: Pick<Member, 'exitOnly' | 'country' | 'phone'>,
): Promise<boolean> {
  const { barredCountries } = await readSettings(tx);
  const signals = { country, phoneCountry: phoneCountryOf(phone) };
  return exitOnly || barredBy(signals, barredCountries) !== undefined;
}
