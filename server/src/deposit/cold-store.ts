import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Every address that is or was the treasury's cold address, in lower case. A handful. */
export async function listColdAddresses(db: Db | Tx, chainId: number): Promise<Set<Hex>> {
  const { rows } = await sql<{ address: Hex }>`
    select address from cold_address where chain_id = ${chainId}`.execute(db);
  return new Set(rows.map(({ address }) => address));
}

export async function noteColdAddresses(
  db: Db | Tx,
  chainId: number,
  addresses: readonly Hex[],
): Promise<void> {
  await sql`insert into cold_address (chain_id, address)
    select ${chainId}, address from unnest(${[...addresses]}::text[]) as t(address) on conflict do nothing`.execute(
    db,
  );
}
