import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { MintingRecord, MintingType } from './tables.ts';

/**
 * Writes records in one statement; one that stands there as seen is brought to what is given, a final one stays.
 * @returns the ids of those that were written.
 */
export async function upsertRecords(tx: Tx, records: readonly MintingRecord[]): Promise<Set<string>> {
  if (records.length === 0) return new Set();
  const written = await tx
    .insertInto('minting_record')
    .values([...records])
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          status: eb.ref('excluded.status'),
          member_id: eb.ref('excluded.member_id'),
          block_number: eb.ref('excluded.block_number'),
          block_hash: eb.ref('excluded.block_hash'),
          block_time: eb.ref('excluded.block_time'),
          address: eb.ref('excluded.address'),
          type: eb.ref('excluded.type'),
          consumed: eb.ref('excluded.consumed'),
          obtained: eb.ref('excluded.obtained'),
          price_e18: eb.ref('excluded.price_e18'),
          value_usdt: eb.ref('excluded.value_usdt'),
          fee: eb.ref('excluded.fee'),
          burned: eb.ref('excluded.burned'),
          to_market: eb.ref('excluded.to_market'),
        }))
        .where('minting_record.status', '=', 'seen'),
    )
    .returning('id')
    .execute();
  return new Set(written.map(({ id }) => id));
}

/** Records that can still change, locked. Index: minting_record_seen. */
export async function listSeenRecords(
  tx: Tx,
  chainId: number,
): Promise<Pick<MintingRecord, 'id' | 'address' | 'tx_hash' | 'block_hash'>[]> {
  return tx
    .selectFrom('minting_record')
    .select(['id', 'address', 'tx_hash', 'block_hash'])
    .where('chain_id', '=', chainId)
    .where('status', '=', 'seen')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function deleteSeenRecords(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('minting_record')
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('status', '=', 'seen')
    .execute();
}

export type RecordFilter = {
  chainId: number;
  address: Hex;
  types: readonly MintingType[];
  id?: string | undefined;
  before?: { block: bigint; log: number } | undefined;
};

/** Records of a wallet, newest first. Index: minting_record_of_address. */
export async function listRecords(
  db: Db | Tx,
  { chainId, address, types, id, before }: RecordFilter,
  limit: number,
): Promise<MintingRecord[]> {
  return db
    .selectFrom('minting_record')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .where('type', '=', sql<MintingType>`any(${[...types]}::text[])`)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(block_number, log_index) < (${before?.block}, ${before?.log})`),
    )
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(limit)
    .execute();
}

export type MintingTotals = {
  type: MintingType;
  consumed: bigint;
  obtained: bigint;
  value: bigint;
  fee: bigint;
  burned: bigint;
};

/** What a wallet minted and redeemed altogether, by type; only what is final. Index: minting_record_of_address. */
export async function sumRecords(
  db: Db | Tx,
  { chainId, address }: { chainId: number; address: Hex },
): Promise<MintingTotals[]> {
  const { rows } = await sql<MintingTotals>`
    select type, sum(consumed) as consumed, sum(obtained) as obtained, sum(value_usdt) as value, sum(fee) as fee, sum(burned) as burned
    from minting_record where chain_id = ${chainId} and address = ${address} and status = 'final' group by type`.execute(
    db,
  );
  return rows;
}

/** Wallets of nobody with minted power, a few. Index: minting_record_of_nobody. */
export async function listUnowned(db: Db | Tx, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from minting_record
    where status = 'final' and type = 'power' and member_id is null and address > ${after}
    order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => address);
}

/** The final power of a wallet of nobody becomes this member's. @returns what it is. */
export async function takeOver(tx: Tx, address: string, memberId: string): Promise<MintingRecord[]> {
  return tx
    .updateTable('minting_record')
    .set({ member_id: memberId })
    .where('address', '=', address as Hex)
    .where('status', '=', 'final')
    .where('type', '=', 'power')
    .where('member_id', 'is', null)
    .returningAll()
    .execute();
}

/** Who paid the community fees of these mintings, how much, and when; final ones only. Index: the primary key. */
export async function listMintingFees(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Pick<MintingRecord, 'id' | 'address' | 'fee' | 'block_time'>[]> {
  return db
    .selectFrom('minting_record')
    .select(['id', 'address', 'fee', 'block_time'])
    .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('status', '=', 'final')
    .execute();
}
