import type { NodeType } from '@openmere/core/node/rules.ts';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Medal, NodeHoldingTable, NodeMedalTable, NodeSale } from './tables.ts';

/** Keeps a subscription; the same log again changes nothing. @returns whether it is new. */
export async function insertMedal(tx: Tx, medal: Insertable<NodeMedalTable>): Promise<boolean> {
  const added = await tx
    .insertInto('node_medal')
    .values(medal)
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Who held it before holds it no longer, whoever gets it holds it from now on. */
export async function moveMedal(tx: Tx, to: NodeHoldingTable): Promise<Hex | undefined> {
  const before = await tx
    .updateTable('node_holding')
    .set({ until_at: to.from_at })
    .where('chain_id', '=', to.chain_id)
    .where('token_id', '=', to.token_id)
    .where('until_at', 'is', null)
    .returning('holder')
    .executeTakeFirst();
  await tx.insertInto('node_holding').values(to).execute();
  return before?.holder;
}

export async function findMedal(db: Db | Tx, chainId: number, tokenId: number): Promise<Medal | undefined> {
  return db
    .selectFrom('node_medal')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('token_id', '=', tokenId)
    .executeTakeFirst();
}

export type HeldMedal = Medal & { came: Date; cameBy: Hex };

/** The medal that an address holds now. Index node_holding_of_holder. */
export async function findHeld(db: Db | Tx, chainId: number, holder: string): Promise<HeldMedal | undefined> {
  const { rows } = await sql<HeldMedal>`
    select m.*, h.from_at as came, h.tx_hash as "cameBy" from node_holding h
      join node_medal m on m.chain_id = h.chain_id and m.token_id = h.token_id
    where h.chain_id = ${chainId} and h.holder = ${holder} and h.until_at is null`.execute(db);
  return rows[0];
}

export type HeldIn = { holder: Hex; type: NodeType; from: Date; until: Date | null };

/** Every stretch of holding that reaches into the period. Index node_holding_in_time. */
export async function listHeldIn(db: Db | Tx, period: { from: Date; to: Date }): Promise<HeldIn[]> {
  const { rows } = await sql<HeldIn>`
    select h.holder, m.type, h.from_at as from, h.until_at as until from node_holding h
      join node_medal m on m.chain_id = h.chain_id and m.token_id = h.token_id
    where (h.until_at is null or h.until_at > ${period.from}) and h.from_at < ${period.to}`.execute(db);
  return rows;
}

/** Who holds which kind now. */
export async function listHolders(db: Db | Tx): Promise<{ holder: Hex; type: NodeType }[]> {
  const { rows } = await sql<{ holder: Hex; type: NodeType }>`
    select h.holder, m.type from node_holding h
      join node_medal m on m.chain_id = h.chain_id and m.token_id = h.token_id
    where h.until_at is null`.execute(db);
  return rows;
}

/** Medals that gave no EQUITY yet, oldest first; index node_medal_without_equity. */
export async function listWithoutEquity(db: Db | Tx, chainId: number): Promise<Medal[]> {
  return db
    .selectFrom('node_medal')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('equity_at', 'is', null)
    .orderBy('token_id')
    .execute();
}

export async function saveEquity(
  tx: Tx,
  { chain_id, token_id }: Pick<Medal, 'chain_id' | 'token_id'>,
  given: { memberId: string; equity: bigint; at: Date },
): Promise<void> {
  await tx
    .updateTable('node_medal')
    .set({ equity_at: given.at, equity_member: given.memberId, equity: given.equity })
    .where('chain_id', '=', chain_id)
    .where('token_id', '=', token_id)
    .execute();
}

/** The terms of all kinds, as last read. */
export async function listSales(db: Db | Tx, chainId: number): Promise<NodeSale[]> {
  return db.selectFrom('node_sale').selectAll().where('chain_id', '=', chainId).execute();
}

/** Writes what was read. */
export async function saveSales(tx: Tx, sales: readonly NodeSale[]): Promise<void> {
  for (const { chain_id, type, ...terms } of sales) {
    await tx
      .insertInto('node_sale')
      .values({ chain_id, type, ...terms })
      .onConflict((conflict) => conflict.columns(['chain_id', 'type']).doUpdateSet(terms))
      .execute();
  }
}
