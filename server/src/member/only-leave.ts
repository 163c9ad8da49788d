import { barredBy } from '@openmere/core/auth/geo.ts';
import type { ReadCtx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { phoneCountryOf } from './phone.ts';
import { listPersonPhones } from './store.ts';
import type { Member } from './store.ts';

/**
 * Whether a member may only leave (rulebook §1): marked so, or by now of a barred country, which no mark follows when the setting
 * changes (decision 0245). A number bars all accounts of its person. An internet address is where somebody travels, as for deposits.
 */
export async function mayOnlyLeave(
  { tx }: ReadCtx,
  { exitOnly, country, personId }: Pick<Member, 'exitOnly' | 'country' | 'personId'>,
): Promise<boolean> {
  if (exitOnly) return true;
  const { barredCountries } = await readSettings(tx);
  if (barredBy({ country }, barredCountries)) return true;
  const phones = await listPersonPhones(tx, personId);
  return phones.some(
    (phone) => barredBy({ phoneCountry: phoneCountryOf(phone) }, barredCountries) !== undefined,
  );
}
