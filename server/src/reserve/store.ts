import type { CoinId } from '@openmere/core/money/coin.ts';
import { sql } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** One coin as reconciliation saw it: both amounts in base units, as of the same block. */
export type ReserveCheck = {
  coin: CoinId;
  ledger: bigint;
  chain: bigint;
  block: bigint;
  blockHash: Hex;
  /** Addresses whose balances were asked for. */
  addresses: number;
  /** Of them those that did not hold what is expected there. */
  misplaced: number;
  checkedAt: Date;
};
export type LastCheck = ReserveCheck & { equal: boolean; equalBlock: bigint | null; equalAt: Date | null };

/** Both sides are the same, and nothing lies where it does not belong. */
export function isEqual(check: ReserveCheck): boolean {
  return check.ledger === check.chain && check.misplaced === 0;
}

/** What reconciliation found last, per coin, in the order of coin ids. For health pages and the proof of reserves. */
export async function listReserveChecks(db: Db | Tx, chainId: number): Promise<LastCheck[]> {
  const { rows } = await sql<LastCheck>`
    select coin_id as coin, ledger_amount as ledger, chain_amount as chain, block_number as block,
      block_hash as "blockHash", addresses, misplaced, checked_at as "checkedAt", equal, equal_block as "equalBlock",
      equal_at as "equalAt"
    from reserve_check where chain_id = ${chainId} order by coin_id`.execute(db);
  return rows;
}

export async function writeReserveCheck(tx: Tx, chainId: number, check: ReserveCheck): Promise<void> {
  const { coin, ledger, chain, block, blockHash, addresses, misplaced, checkedAt } = check;
  const equalBlock = isEqual(check) ? block : null;
  const equalAt = isEqual(check) ? checkedAt : null;
  await sql`insert into reserve_check as r (chain_id, coin_id, block_number, block_hash, ledger_amount, chain_amount,
      addresses, misplaced, checked_at, equal_block, equal_at)
    values (${chainId}, ${coin}, ${block}, ${blockHash}, ${ledger}, ${chain}, ${addresses}, ${misplaced}, ${checkedAt}, ${equalBlock}, ${equalAt})
    on conflict (chain_id, coin_id) do update set block_number = excluded.block_number, block_hash = excluded.block_hash,
      ledger_amount = excluded.ledger_amount, chain_amount = excluded.chain_amount, addresses = excluded.addresses,
      misplaced = excluded.misplaced, checked_at = excluded.checked_at, equal_block = coalesce(excluded.equal_block, r.equal_block),
      equal_at = coalesce(excluded.equal_at, r.equal_at)`.execute(tx);
}

/** A list that reconciliation goes round: the addresses that hold something of a coin, or all. */
export type RoundList = CoinId | 'all';

/** The last address that each round came to; '' at its beginning. */
export async function readRounds(tx: Tx, chainId: number): Promise<Map<RoundList, string>> {
  const { rows } = await sql<{ list: RoundList; after: string }>`
    select list, after_address as after from reserve_round where chain_id = ${chainId}`.execute(tx);
  return new Map(rows.map(({ list, after }) => [list, after]));
}

/** Notes how far a round came; `after` '' when it came to its end. */
export async function writeRound(
  tx: Tx,
  chainId: number,
  round: { list: RoundList; after: string; at: Date },
): Promise<void> {
  const endedAt = round.after === '' ? round.at : null;
  await sql`insert into reserve_round as r (chain_id, list, after_address, ended_at)
    values (${chainId}, ${round.list}, ${round.after}, ${endedAt})
    on conflict (chain_id, list) do update set after_address = excluded.after_address,
      ended_at = coalesce(excluded.ended_at, r.ended_at)`.execute(tx);
}

type Reserve = {
  coin_id: string;
  chain_amount: bigint;
  ledger_amount: bigint;
  block_number: bigint;
  equal: boolean;
  checked_at: Date;
};

export async function listReserves(tx: Tx, chainId: number): Promise<Reserve[]> {
  const { rows } = await sql<Reserve>`
    select coin_id, chain_amount, ledger_amount, block_number, equal, checked_at from reserve_check
    where chain_id = ${chainId} order by coin_id`.execute(tx);
  return rows;
}
