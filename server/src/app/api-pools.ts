import { createDatabase } from '../platform/db/connect.ts';
import type { ConnectOptions, Database } from '../platform/db/connect.ts';
import { openAs } from './database-logins.ts';

/**
 * Connections of one api process, by what they are for: what strangers can ask for has its own, so that however much they ask,
 * money and one's own pages find theirs free. The two `…Guards` serve calls that hold a connection of another pool meanwhile.
 */
const sizes = { money: 5, moneyGuards: 2, member: 6, open: 5, openGuards: 3 } as const;

export type ApiPools = Readonly<Record<keyof typeof sizes, Database>>;

/** Throws when the URL's login brings more rights than the api may have. */
export async function openApiPools(
  url: string,
  options: Pick<ConnectOptions, 'onError'>,
): Promise<{ pools: ApiPools; close: () => Promise<void> }> {
  const pool = (max: number): Database => createDatabase(url, 'api', { ...options, max });
  const money = await openAs('api', url, { ...options, max: sizes.money });
  const pools: ApiPools = {
    money,
    moneyGuards: pool(sizes.moneyGuards),
    member: pool(sizes.member),
    open: pool(sizes.open),
    openGuards: pool(sizes.openGuards),
  };
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(pools).map((one) => one.close()));
  };
  return { pools, close };
}
