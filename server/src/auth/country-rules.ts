import { coolingEnd } from '@openmere/core/auth/cooling.ts';
import { listPersonAccounts } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import { firstRiskAcceptance } from './agreement/acceptance-store.ts';

type Subject = { id: string; country: string | null };

/**
 * Until when this person's ways in wait, by the rule of their country (threats R3, R9); null when they are open. Counted from the
 * first risk disclosure that any account of the person accepted, so that another account begins nothing anew.
 */
export async function findCoolingEnd(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { id, country }: Subject,
): Promise<Date | null> {
  const { coolingHours } = await readSettings(tx);
  const hours = country === null ? undefined : coolingHours.get(country);
  if (hours === undefined) return null;
  const accepted = await firstRiskAcceptance(tx, await listPersonAccounts(tx, id));
  const end = coolingEnd(hours, accepted?.getTime(), now.getTime());
  return end === undefined ? null : new Date(end);
}

/** What members of a country are told wherever money goes in; empty where nothing is. */
export async function findCountryWarning({ tx }: Pick<Ctx, 'tx'>, country: string | null): Promise<string> {
  const { countryWarnings } = await readSettings(tx);
  return (country === null ? undefined : countryWarnings.get(country)) ?? '';
}
