import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { LiquidityLiftTable } from './tables.ts';

/** Since when nothing is held of a removal; null while it is as ever. */
export async function findLift(tx: Tx, chainId: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('liquidity_lift')
    .select('since')
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  return row?.since ?? null;
}

/** Keeps what was said last on the chain, whenever it is read. @returns whether this is it. */
export async function saveLift(tx: Tx, lift: Selectable<LiquidityLiftTable>): Promise<boolean> {
  const { chain_id, ...said } = lift;
  const saved = await tx
    .insertInto('liquidity_lift')
    .values({ chain_id, ...said })
    .onConflict((conflict) =>
      conflict
        .column('chain_id')
        .doUpdateSet(said)
        .where(
          sql<boolean>`(liquidity_lift.block_number, liquidity_lift.log_index) < (${said.block_number}, ${said.log_index})`,
        ),
    )
    .returning('chain_id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** What was said above a block, if it was said there: whether the hold is lifted by that. */
export async function findSaidAbove(db: Db, chainId: number, block: bigint): Promise<boolean | undefined> {
  const row = await db
    .selectFrom('liquidity_lift')
    .select('since')
    .where('chain_id', '=', chainId)
    .where('block_number', '>', block)
    .executeTakeFirst();
  return row && row.since !== null;
}

/** Addresses that have liquidity. */
export async function listHolders(tx: Tx, chainId: number): Promise<Hex[]> {
  const { rows } = await sql<{ address: Hex }>`
    select address from liquidity_position where chain_id = ${chainId} and lp > 0`.execute(tx);
  return rows.map(({ address }) => address);
}
