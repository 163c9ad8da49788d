import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';

/** Since when nothing is held of a removal; null while it is as ever. */
export async function findLift(tx: Tx, chainId: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('liquidity_lift')
    .select('since')
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  return row?.since ?? null;
}

/** Keeps the first of two. */
export async function insertLift(tx: Tx, chainId: number, since: Date): Promise<void> {
  await tx
    .insertInto('liquidity_lift')
    .values({ chain_id: chainId, since })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute();
}

export async function dropLift(tx: Tx, chainId: number): Promise<void> {
  await tx.deleteFrom('liquidity_lift').where('chain_id', '=', chainId).execute();
}

/** Addresses that have liquidity. */
export async function listHolders(tx: Tx, chainId: number): Promise<Hex[]> {
  const { rows } = await sql<{ address: Hex }>`
    select address from liquidity_position where chain_id = ${chainId} and lp > 0`.execute(tx);
  return rows.map(({ address }) => address);
}
