import { sql } from 'kysely';
import type { CoinId } from '@openmere/core/money/coin.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** One coin as reconciliation saw it: both amounts in base units, as of the same block. */
export type ReserveCheck = {
  coin: CoinId;
  ledger: bigint;
  chain: bigint;
  block: bigint;
  blockHash: Hex;
  addresses: number;
  checkedAt: Date;
};
export type LastCheck = ReserveCheck & { equal: boolean; equalBlock: bigint | null; equalAt: Date | null };

/** What reconciliation found last, per coin, in the order of coin ids. For health pages and the proof of reserves. */
export async function listReserveChecks(db: Db | Tx, chainId: number): Promise<LastCheck[]> {
  const { rows } = await sql<LastCheck>`
    select coin_id as coin, ledger_amount as ledger, chain_amount as chain, block_number as block,
      block_hash as "blockHash", addresses, checked_at as "checkedAt", equal, equal_block as "equalBlock",
      equal_at as "equalAt"
    from reserve_check where chain_id = ${chainId} order by coin_id`.execute(db);
  return rows;
}

export async function writeReserveCheck(tx: Tx, chainId: number, check: ReserveCheck): Promise<void> {
  const { coin, ledger, chain, block, blockHash, addresses, checkedAt } = check;
  const equalBlock = ledger === chain ? block : null;
  const equalAt = ledger === chain ? checkedAt : null;
  await sql`insert into reserve_check as r (chain_id, coin_id, block_number, block_hash, ledger_amount, chain_amount,
      addresses, checked_at, equal_block, equal_at)
    values (${chainId}, ${coin}, ${block}, ${blockHash}, ${ledger}, ${chain}, ${addresses}, ${checkedAt}, ${equalBlock}, ${equalAt})
    on conflict (chain_id, coin_id) do update set block_number = excluded.block_number, block_hash = excluded.block_hash,
      ledger_amount = excluded.ledger_amount, chain_amount = excluded.chain_amount, addresses = excluded.addresses,
      checked_at = excluded.checked_at, equal_block = coalesce(excluded.equal_block, r.equal_block),
      equal_at = coalesce(excluded.equal_at, r.equal_at)`.execute(tx);
}

/** All deposit addresses of a chain: they hold what is not swept yet. */
export async function listHolders(tx: Tx, chainId: number): Promise<Hex[]> {
  const { rows } = await sql<{ address: Hex }>`
    select address from deposit_address where chain_id = ${chainId} order by address`.execute(tx);
  return rows.map((row) => row.address);
}
