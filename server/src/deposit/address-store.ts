import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { DepositAddress } from './store.ts';
import type { SweepTarget } from './sweep-store.ts';

/** Whose deposit address this is, on any chain; undefined when it is nobody's. Any case. */
export async function findMemberByDepositAddress(db: Db | Tx, address: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('deposit_address')
    .select('member_id')
    .where('address', '=', address.toLowerCase() as Hex)
    .executeTakeFirst();
  return row?.member_id;
}

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

/** Up to `limit` deposit addresses of the chain, the same ones each time. Index: deposit_address_round. */
export async function listSomeAddresses(db: Db | Tx, chainId: number, limit: number): Promise<Hex[]> {
  const rows = await db
    .selectFrom('deposit_address')
    .select('address')
    .where('chain_id', '=', chainId)
    .orderBy('address')
    .limit(limit)
    .execute();
  return rows.map(({ address }) => address);
}

/** Whose these addresses are; those that are nobody's are left out. */
export async function findOwners(
  db: Db | Tx,
  chainId: number,
  addresses: readonly Hex[],
): Promise<Map<Hex, string>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await sql<{
    address: Hex;
    member_id: string;
  }>`select address, member_id from deposit_address
    where chain_id = ${chainId} and address = any(${[...new Set(addresses)]}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.address, row.member_id]));
}

/** What is needed to sweep these addresses once more. */
export async function findPlaces(db: Db | Tx, addresses: readonly Hex[]): Promise<SweepTarget[]> {
  const { rows } = await sql<SweepTarget>`
    select address, salt, factory from deposit_address where address = any(${addresses}::text[]) order by address`.execute(
    db,
  );
  return rows;
}

/** One member's deposit addresses, for the file of their own data. */
export async function listAddressesOf(db: Db | Tx, memberId: string): Promise<unknown[]> {
  return db
    .selectFrom('deposit_address')
    .select(['chain_id as chainid', 'address', 'created_at as time'])
    .where('member_id', '=', memberId)
    .orderBy('chain_id')
    .execute();
}
