import type { DepositBar, DepositStatus } from '@openmere/core/deposit/contract.ts';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { pageBy } from '../platform/db/page-by.ts';
import { undecidedOf } from './match.ts';
import type { Undecided } from './match.ts';

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
  /** `disproved`: only a node ever said so, the final block has no such transfer. No list shows it. */
  status: DepositStatus | 'disproved';
  seen_at: Date;
  credited_at: Date | null;
  swept_at: Date | null;
  /** Why it may not, or might not, be credited. */
  bar: DepositBar | null;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    deposit_address: DepositAddressTable;
    deposit: DepositTable;
  }
}

export type DepositAddress = Selectable<DepositAddressTable>;
export type Deposit = Selectable<DepositTable>;
/** A deposit that lists show. */
export type ShownDeposit = Deposit & { status: DepositStatus };
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

/** Undecided deposits of the transactions of these arrivals, which are of one chain. */
export async function listUndecidedOf(tx: Tx, arrivals: readonly Arrival[]): Promise<Undecided> {
  const hashes = [...new Set(arrivals.map(({ tx_hash }) => tx_hash))];
  const { rows } = await sql<Deposit>`select * from deposit
    where chain_id = ${arrivals[0]?.chain_id} and tx_hash = any(${hashes}::text[]) and status in ('seen', 'orphaned')
    order by id for update`.execute(tx);
  return undecidedOf(rows);
}

/** Those of the transactions of which a deposit is decided: all their transfers are in a final block. Index deposit_once. */
export async function findDecidedTransactions(
  tx: Tx,
  chainId: number,
  hashes: readonly Hex[],
): Promise<Set<Hex>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ tx_hash: Hex }>`select distinct tx_hash from deposit
    where chain_id = ${chainId} and tx_hash = any(${[...new Set(hashes)]}::text[]) and credited_at is not null`.execute(
    tx,
  );
  return new Set(rows.map(({ tx_hash }) => tx_hash));
}

export async function insertDeposits(tx: Tx, deposits: readonly Deposit[]): Promise<void> {
  if (deposits.length === 0) return;
  const column = <K extends keyof Deposit>(name: K): Deposit[K][] => deposits.map((one) => one[name]);
  await sql`insert into deposit (id, member_id, chain_id, coin_id, token, address, sender, amount, tx_hash, log_index,
      block_number, block_hash, status, seen_at, credited_at, swept_at, bar)
    select * from unnest(${column('id')}::text[], ${column('member_id')}::text[], ${column('chain_id')}::int4[],
      ${column('coin_id')}::text[], ${column('token')}::text[], ${column('address')}::text[], ${column('sender')}::text[],
      ${column('amount')}::numeric[], ${column('tx_hash')}::text[], ${column('log_index')}::int4[],
      ${column('block_number')}::int8[], ${column('block_hash')}::text[], ${column('status')}::text[],
      ${column('seen_at')}::timestamptz[], ${column('credited_at')}::timestamptz[], ${column('swept_at')}::timestamptz[],
      ${column('bar')}::text[])`.execute(tx);
}

/** Writes where undecided deposits stand now, or what was decided. */
export async function updateDeposits(tx: Tx, deposits: readonly Deposit[]): Promise<void> {
  if (deposits.length === 0) return;
  const column = <K extends keyof Deposit>(name: K): Deposit[K][] => deposits.map((one) => one[name]);
  await sql`update deposit d set status = n.status, log_index = n.log_index, block_number = n.block_number,
      block_hash = n.block_hash, credited_at = n.credited_at, bar = n.bar
    from unnest(${column('id')}::text[], ${column('status')}::text[], ${column('log_index')}::int4[],
      ${column('block_number')}::int8[], ${column('block_hash')}::text[], ${column('credited_at')}::timestamptz[],
      ${column('bar')}::text[])
      as n(id, status, log_index, block_number, block_hash, credited_at, bar)
    where d.id = n.id`.execute(tx);
}

/** A final transfer from a deposit address to the treasury. */
export type SweptLog = { token: Hex; address: Hex; block: bigint; logIndex: number; at: Date };

/** Everything decided that lay on an address before its place in the chain has gone to the treasury. In chain order. */
export async function markSwept(tx: Tx, chainId: number, logs: readonly SweptLog[]): Promise<void> {
  if (logs.length === 0) return;
  const column = <K extends keyof SweptLog>(name: K): SweptLog[K][] => logs.map((one) => one[name]);
  // An address that was emptied twice here: each deposit has the time of the first one behind it.
  await sql`update deposit d set swept_at = s.at from (
      select w.id, min(p.at) as at
      from unnest(${column('token')}::text[], ${column('address')}::text[], ${column('block')}::int8[],
        ${column('logIndex')}::int4[], ${column('at')}::timestamptz[]) as p(token, address, block, log_index, at)
      join deposit w on w.chain_id = ${chainId} and w.token = p.token and w.address = p.address
        and w.credited_at is not null and w.swept_at is null and (w.block_number, w.log_index) < (p.block, p.log_index)
      group by w.id) s
    where d.id = s.id`.execute(tx);
}

export type DepositFilter = {
  id?: string;
  memberId?: string;
  status?: DepositStatus | 'suspense';
  hash?: string;
  before?: string | undefined;
};

/** Newest first; `before` is the id of the last row of the page before. */
export async function listDeposits(
  db: Db | Tx,
  filter: DepositFilter,
  limit: number,
): Promise<ShownDeposit[]> {
  let query = db
    .selectFrom('deposit')
    .selectAll()
    .where('status', '<>', 'disproved')
    .$narrowType<{ status: DepositStatus }>();
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.memberId !== undefined) query = query.where('member_id', '=', filter.memberId);
  if (filter.status === 'suspense') query = query.where('status', 'in', ['barred', 'returning']);
  else if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.hash !== undefined) query = query.where('tx_hash', '=', filter.hash.toLowerCase() as Hex);
  return pageBy(query, 'id', { after: filter.before, limit }).execute();
}

export async function listDepositsOfTransaction(
  db: Db | Tx,
  chainId: number,
  hash: Hex,
): Promise<ShownDeposit[]> {
  return db
    .selectFrom('deposit')
    .selectAll()
    .where('status', '<>', 'disproved')
    .$narrowType<{ status: DepositStatus }>()
    .where('chain_id', '=', chainId)
    .where('tx_hash', '=', hash)
    .execute();
}

/** Who sent deposits, and in which transactions, by their ids. Index: deposit_pkey. */
export async function findDepositTransfers(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, Pick<Deposit, 'id' | 'sender' | 'tx_hash'>>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('deposit')
    .select(['id', 'sender', 'tx_hash'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** One deposit, locked until the transaction ends. */
export function lockDeposit(tx: Tx, id: string): Promise<Deposit | undefined> {
  return tx.selectFrom('deposit').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findDeposit(db: Db | Tx, id: string): Promise<Deposit | undefined> {
  return db.selectFrom('deposit').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Out of suspense into its member's balance; the posting is the caller's. */
export async function setCredited(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('deposit').set({ status: 'credited' }).where('id', '=', id).execute();
}
