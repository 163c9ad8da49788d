import { barredBy } from '@openmere/core/auth/geo.ts';
import type { GeoSignals } from '@openmere/core/auth/geo.ts';
import type { ReadCtx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { phoneCountryOf } from './phone.ts';
import { listListed } from './sanctions-store.ts';
import { listDepositors, listPersonPhones } from './store.ts';
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

/** The same of many: those of these members who may only leave. */
async function listOnlyLeaving({ tx }: ReadCtx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { barredCountries } = await readSettings(tx);
  const isBarred = (signals: GeoSignals): boolean => barredBy(signals, barredCountries) !== undefined;
  const leaving = [...(await listDepositors(tx, ids))].filter(
    ([, { exitOnly, country, phones }]) =>
      exitOnly ||
      isBarred({ country }) ||
      phones.some((phone) => isBarred({ phoneCountry: phoneCountryOf(phone) })),
  );
  return new Set(leaving.map(([id]) => id));
}

/** Those of these members whose shop may not sell: who may only leave, and who may not be paid (decision 0290). */
export async function listNotTrading(ctx: ReadCtx, ids: readonly string[]): Promise<Set<string>> {
  return new Set([...(await listOnlyLeaving(ctx, ids)), ...(await listListed(ctx.tx, ids))]);
}
