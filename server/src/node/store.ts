import type { NodeType } from '@openmere/core/node/rules.ts';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { TakenLog } from '../platform/chain/fork-store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Medal, NodeHoldingTable, NodeMedalTable, NodeSale } from './tables.ts';

const NOBODY: Hex = `0x${'0'.repeat(40)}`;

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

export async function findMedal(tx: Tx, chainId: number, tokenId: number): Promise<Medal | undefined> {
  return tx
    .selectFrom('node_medal')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('token_id', '=', tokenId)
    .executeTakeFirst();
}

/** The medal's subscription is gone, and its number sold again: it gives what one gives to its new buyer. */
export async function replaceMedal(tx: Tx, medal: Insertable<NodeMedalTable>): Promise<void> {
  const { chain_id, token_id, first_owner, tx_hash, block_number, subscribed_at } = medal;
  await tx
    .updateTable('node_medal')
    .set({
      first_owner,
      tx_hash,
      block_number,
      subscribed_at,
      equity_at: null,
      equity_member: null,
      equity: null,
    })
    .where('chain_id', '=', chain_id)
    .where('token_id', '=', token_id)
    .execute();
}

/**
 * From its log on `to.holder` has the medal, until the next log that is known of it: one that was left out and comes late is put
 * where it belongs. An address has one medal at a time, so whatever else is told of it ends here, or ends this.
 * @param from whose it was by the log. @returns whose it was as far as known, whether it is the holder's now, and the block behind
 * which a log must be missing (0: anywhere before).
 */
export async function moveMedal(
  tx: Tx,
  to: NodeHoldingTable,
  from: Hex = NOBODY,
): Promise<{ before: Hex | undefined; isHeld: boolean; gap: bigint | undefined }> {
  const { chain_id, token_id, block_number, log_index, holder, from_at } = to;
  const place = sql`(${block_number}::int8, ${log_index}::int4)`;
  const { rows: earlier } = await sql<{ token_id: number; holder: Hex; block_number: bigint }>`
    with ended as (
      update node_holding set until_at = greatest(from_at, ${from_at})
      where chain_id = ${chain_id} and (token_id = ${token_id} or holder = ${holder}) and (block_number, log_index) < ${place}
        and (until_at is null or until_at > greatest(from_at, ${from_at}))
      returning token_id, holder, block_number)
    (select token_id, holder, block_number from node_holding
      where chain_id = ${chain_id} and token_id = ${token_id} and (block_number, log_index) < ${place}
      order by block_number desc, log_index desc limit 1)
    union all select * from ended where token_id <> ${token_id}`.execute(tx);
  const { rows: later } = await sql<{ from_at: Date | null }>`
    select min(from_at) as from_at from node_holding
    where chain_id = ${chain_id} and (token_id = ${token_id} or holder = ${holder}) and (block_number, log_index) > ${place}`.execute(
    tx,
  );
  const next = later[0]?.from_at ?? null;
  const until_at = next !== null && next < from_at ? from_at : next;
  await tx
    .insertInto('node_holding')
    .values({ ...to, until_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = earlier.find((one) => one.token_id === token_id)?.holder;
  const odd = earlier.filter((one) => one.token_id !== token_id || one.holder !== from);
  const gaps = odd.map((one) => one.block_number).concat(before === undefined && from !== NOBODY ? 0n : []);
  return { before, isHeld: until_at === null, gap: gaps.sort((a, b) => (a < b ? -1 : 1))[0] };
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

/** A medal of which a reorganisation took a transfer. */
export type TouchedMedal = {
  token_id: number;
  /** Whose it is as far as is known, and by which transaction. */
  holder: Hex | null;
  tx_hash: Hex;
  /** The time of the first transfer that did not come again, and that the medal still counts for; null: all are put right. */
  lost_at: Date | null;
};

export async function listTouched(
  db: Db,
  chainId: number,
  taken: readonly TakenLog[],
): Promise<TouchedMedal[]> {
  const { rows } = await sql<TouchedMedal>`
    select h.token_id, max(h.holder) filter (where h.until_at is null) as holder,
      (array_agg(h.tx_hash order by coalesce(o.is_gone, false), h.block_number desc, h.log_index desc))[1] as tx_hash,
      min(h.from_at) filter (where o.is_gone and (h.until_at is null or h.until_at > h.from_at)) as lost_at
    from node_holding h left join unnest(${taken.map(({ txHash }) => txHash)}::text[],
        ${taken.map(({ logIndex }) => logIndex)}::int4[], ${taken.map(({ isGone }) => isGone)}::bool[])
      as o(tx_hash, log_index, is_gone) on o.tx_hash = h.tx_hash and o.log_index = h.log_index
    where h.chain_id = ${chainId} group by h.token_id having count(o.tx_hash) > 0 order by h.token_id`.execute(
    db,
  );
  return rows;
}

/** The medal is nobody's from then on. */
export async function endHolding(
  tx: Tx,
  { chain_id, token_id, from_at }: Pick<NodeHoldingTable, 'chain_id' | 'token_id' | 'from_at'>,
): Promise<void> {
  await sql`update node_holding set until_at = greatest(from_at, ${from_at})
    where chain_id = ${chain_id} and token_id = ${token_id} and until_at is null`.execute(tx);
}

/** Medals that gave no EQUITY yet and are somebody's, oldest first; index node_medal_without_equity. */
export async function listWithoutEquity(db: Db | Tx, chainId: number): Promise<Medal[]> {
  const { rows } = await sql<Medal>`
    select m.* from node_medal m where m.chain_id = ${chainId} and m.equity_at is null
      and exists (select from node_holding h
        where h.chain_id = m.chain_id and h.token_id = m.token_id and h.until_at is null)
    order by m.token_id`.execute(db);
  return rows;
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
