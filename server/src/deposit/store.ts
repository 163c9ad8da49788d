import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { localeOf } from '@openmere/core/member/rules.ts';
import type { DepositStatus } from '@openmere/core/deposit/contract.ts';
import type { Locale } from '@openmere/core/kit/language.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

export type DepositAddressTable = {
  member_id: string;
  chain_id: number;
  address: Hex;
  salt: Hex;
  factory: Hex;
  created_at: Date;
};

export type DepositTable = {
  id: string;
  member_id: string;
  chain_id: number;
  coin_id: string;
  token: Hex;
  address: Hex;
  sender: Hex;
  /** Base units. */
  amount: bigint;
  tx_hash: Hex;
  log_index: number;
  block_number: bigint;
  block_hash: Hex;
  status: DepositStatus;
  seen_at: Date;
  credited_at: Date | null;
  swept_at: Date | null;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    deposit_address: DepositAddressTable;
    deposit: DepositTable;
  }
}

export type DepositAddress = Selectable<DepositAddressTable>;
export type Deposit = Selectable<DepositTable>;
/** A deposit as its log says it, before it has an id. */
export type Arrival = Pick<
  Deposit,
  | 'member_id'
  | 'chain_id'
  | 'coin_id'
  | 'token'
  | 'address'
  | 'sender'
  | 'amount'
  | 'tx_hash'
  | 'log_index'
  | 'block_number'
  | 'block_hash'
>;

export async function findAddressOfMember(
  db: Db | Tx,
  memberId: string,
  chainId: number,
): Promise<DepositAddress | undefined> {
  return db
    .selectFrom('deposit_address')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
}

/** Keeps the member's address; what stood there before stays. */
export async function insertAddress(
  tx: Tx,
  row: Omit<DepositAddress, 'created_at'>,
  now: Date,
): Promise<DepositAddress | undefined> {
  await tx
    .insertInto('deposit_address')
    .values({ ...row, created_at: now })
    .onConflict((conflict) => conflict.columns(['member_id', 'chain_id']).doNothing())
    .execute();
  return findAddressOfMember(tx, row.member_id, row.chain_id);
}

/** Every deposit address of the chain. */
export async function listAddresses(
  db: Db | Tx,
  chainId: number,
): Promise<{ address: Hex; salt: Hex; factory: Hex }[]> {
  return db
    .selectFrom('deposit_address')
    .select(['address', 'salt', 'factory'])
    .where('chain_id', '=', chainId)
    .orderBy('address')
    .execute();
}

/** Whose these addresses are; those that are nobody's are left out. */
export async function findOwners(
  db: Db | Tx,
  chainId: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('deposit_address')
    .select(['address', 'member_id'])
    .where('chain_id', '=', chainId)
    .where('address', 'in', [...new Set(addresses)])
    .execute();
  return new Map(rows.map((row) => [row.address, row.member_id]));
}

/** Deposits that are not decided: seen, or orphaned (their block is gone, they may come back). */
export async function listUndecided(tx: Tx, chainId: number): Promise<Deposit[]> {
  return tx
    .selectFrom('deposit')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('status', 'in', ['seen', 'orphaned'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Undecided deposits of one transaction. */
export async function listUndecidedOf(tx: Tx, chainId: number, txHash: Hex): Promise<Deposit[]> {
  return tx
    .selectFrom('deposit')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', txHash)
    .where('status', 'in', ['seen', 'orphaned'])
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function insertDeposit(tx: Tx, deposit: Deposit): Promise<void> {
  await tx.insertInto('deposit').values(deposit).execute();
}

/** Writes where an undecided deposit stands now, or what was decided. */
export async function updateDeposit(
  tx: Tx,
  id: string,
  change: Partial<Pick<Deposit, 'status' | 'log_index' | 'block_number' | 'block_hash' | 'credited_at'>>,
): Promise<void> {
  await tx.updateTable('deposit').set(change).where('id', '=', id).execute();
}

/** Everything decided that lay on the address before this place of the chain has gone to the treasury. */
export async function markSwept(
  tx: Tx,
  where: { chainId: number; token: Hex; address: Hex; block: bigint; logIndex: number },
  at: Date,
): Promise<void> {
  await sql`update deposit set swept_at = ${at} where chain_id = ${where.chainId} and token = ${where.token}
    and address = ${where.address} and credited_at is not null and swept_at is null
    and (block_number, log_index) < (${where.block}, ${where.logIndex})`.execute(tx);
}

export type DepositFilter = { memberId?: string; status?: DepositStatus; hash?: string; before?: string };

/** Newest first; `before` is the id of the last row of the page before. */
export async function listDeposits(db: Db | Tx, filter: DepositFilter, limit: number): Promise<Deposit[]> {
  let query = db.selectFrom('deposit').selectAll().orderBy('id', 'desc').limit(limit);
  if (filter.memberId !== undefined) query = query.where('member_id', '=', filter.memberId);
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.hash !== undefined) query = query.where('tx_hash', '=', filter.hash.toLowerCase() as Hex);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  return query.execute();
}

export async function listDepositsOfTransaction(db: Db | Tx, chainId: number, hash: Hex): Promise<Deposit[]> {
  return db
    .selectFrom('deposit')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', hash)
    .execute();
}

/** Languages in which members are told. */
export async function findLocales(tx: Tx, memberIds: readonly string[]): Promise<Map<string, Locale>> {
  if (memberIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; locale: string }>`
    select id, locale from member where id = any(${[...new Set(memberIds)]}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, localeOf(row.locale)]));
}
