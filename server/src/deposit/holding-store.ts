import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** What a final event changed at a deposit address; `delta` in base units, below zero for what left. */
export type HoldingChange = { token: Hex; address: Hex; delta: bigint; block: bigint };
/** What must lie at an address of one token, base units. */
export type Holding = { address: Hex; expected: bigint };

/** Adds up final events. Rows are locked in the order of token and address. */
export async function changeHoldings(
  tx: Tx,
  chainId: number,
  changes: readonly HoldingChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`insert into deposit_holding as h (chain_id, token, address, expected, changed_block)
    select ${chainId}, c.token, c.address, sum(c.delta), max(c.block)
    from unnest(${changes.map(({ token }) => token)}::text[], ${changes.map(({ address }) => address)}::text[],
      ${changes.map(({ delta }) => delta)}::numeric[], ${changes.map(({ block }) => block)}::int8[])
      as c(token, address, delta, block)
    group by c.token, c.address order by c.token, c.address
    on conflict (chain_id, token, address) do update set expected = h.expected + excluded.expected,
      changed_block = greatest(h.changed_block, excluded.changed_block), touched = true`.execute(tx);
}

/** What must lie at all addresses together, by token. Index: deposit_holding_held. */
export async function sumHoldings(db: Db | Tx, chainId: number): Promise<Map<Hex, bigint>> {
  const { rows } = await sql<{ token: Hex; total: bigint }>`
    select token, sum(expected) as total from deposit_holding
    where chain_id = ${chainId} and expected <> 0 group by token`.execute(db);
  return new Map(rows.map(({ token, total }) => [token, total]));
}

/** Addresses that changed since they were last found as expected. Index: deposit_holding_touched. */
export async function listTouched(
  db: Db | Tx,
  chainId: number,
  token: Hex,
  limit: number,
): Promise<Holding[]> {
  const { rows } = await sql<Holding>`select address, expected from deposit_holding
    where chain_id = ${chainId} and token = ${token} and touched order by address limit ${limit}`.execute(db);
  return rows;
}

/** The next addresses behind `after` that must hold something. Index: deposit_holding_held. */
export async function listHeldAfter(
  db: Db | Tx,
  chainId: number,
  token: Hex,
  after: string,
  limit: number,
): Promise<Holding[]> {
  const { rows } = await sql<Holding>`select address, expected from deposit_holding
    where chain_id = ${chainId} and token = ${token} and expected <> 0 and address > ${after}
    order by address limit ${limit}`.execute(db);
  return rows;
}

/** The next deposit addresses behind `after`, whatever is known of them. Index: deposit_address_round. */
export async function listAddressesAfter(
  db: Db | Tx,
  chainId: number,
  after: string,
  limit: number,
): Promise<Hex[]> {
  const { rows } = await sql<{ address: Hex }>`select address from deposit_address
    where chain_id = ${chainId} and address > ${after} order by address limit ${limit}`.execute(db);
  return rows.map(({ address }) => address);
}

/** What must lie at these addresses; those of which nothing is known are left out. */
export async function findHoldings(
  db: Db | Tx,
  chainId: number,
  token: Hex,
  addresses: readonly Hex[],
): Promise<Map<Hex, bigint>> {
  const { rows } = await sql<Holding>`select address, expected from deposit_holding
    where chain_id = ${chainId} and token = ${token} and address = any(${addresses}::text[])`.execute(db);
  return new Map(rows.map(({ address, expected }) => [address, expected]));
}

/** Notes that the chain held what was expected at `block`; what changed after it stays touched. */
export async function settleTouched(
  tx: Tx,
  chainId: number,
  token: Hex,
  addresses: readonly Hex[],
  block: bigint,
): Promise<void> {
  if (addresses.length === 0) return;
  await sql`update deposit_holding set touched = false where chain_id = ${chainId} and token = ${token}
    and address = any(${addresses}::text[]) and touched and changed_block <= ${block}`.execute(tx);
}

export type ChangedHolding = Holding & { token: Hex };

/** What changed above a block. Reads the whole table: for reorganisations only. */
export async function listChangedAbove(db: Db, chainId: number, block: bigint): Promise<ChangedHolding[]> {
  const { rows } = await sql<ChangedHolding>`select token, address, expected from deposit_holding
    where chain_id = ${chainId} and changed_block > ${block} order by token, address`.execute(db);
  return rows;
}

/** Writes what the chain's state had at a block, instead of what events add up to. */
export async function setHoldings(
  tx: Tx,
  chainId: number,
  measured: readonly ChangedHolding[],
  block: bigint,
): Promise<void> {
  await sql`update deposit_holding h set expected = m.expected, changed_block = ${block}, touched = true
    from unnest(${measured.map(({ token }) => token)}::text[], ${measured.map(({ address }) => address)}::text[],
      ${measured.map(({ expected }) => expected)}::numeric[]) as m(token, address, expected)
    where h.chain_id = ${chainId} and h.token = m.token and h.address = m.address`.execute(tx);
}
