import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';
import type { ChainLog } from '../platform/chain/log.ts';

/** What one log of the pair changes: its reserves, or its total of LP (signed). Base units. */
export type PoolChange = { log: ChainLog } & (
  | { kind: 'reserves'; usdt: bigint; open: bigint }
  | { kind: 'lp'; change: bigint }
);

/** Writes the pool series for final changes in chain order; changes that were left out before are put in where they belong. */
export async function addPoolChanges(tx: Tx, chainId: number, changes: readonly PoolChange[]): Promise<void> {
  const first = changes[0];
  if (!first) return;
  if (await hasPointAfter(tx, chainId, first.log)) {
    // Rare: a rescan found logs that a node had left out. One by one, because known points lie between them.
    for (const change of changes) await addLate(tx, chainId, change);
  } else {
    await insertPoints(tx, chainId, changes, await totalBefore(tx, chainId, first.log));
  }
}

async function hasPointAfter(tx: Tx, chainId: number, log: ChainLog): Promise<boolean> {
  const { rows } = await sql`select 1 from pool_point where chain_id = ${chainId}
    and (block_number, log_index) > (${log.blockNumber}, ${log.logIndex}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** All LP just before a log. LP changes only together with the reserves, so the point before it tells. */
async function totalBefore(tx: Tx, chainId: number, log: ChainLog): Promise<bigint> {
  const { rows } = await sql<{ lp_total: bigint }>`select lp_total from pool_point where chain_id = ${chainId}
    and (block_number, log_index) < (${log.blockNumber}, ${log.logIndex})
    order by block_number desc, log_index desc limit 1`.execute(tx);
  return rows[0]?.lp_total ?? 0n;
}

async function insertPoints(
  tx: Tx,
  chainId: number,
  changes: readonly PoolChange[],
  totalBeforeAll: bigint,
): Promise<void> {
  let total = totalBeforeAll;
  const points: { log: ChainLog; usdt: bigint; open: bigint; total: bigint }[] = [];
  for (const change of changes) {
    if (change.kind === 'lp') total += change.change;
    else points.push({ log: change.log, usdt: change.usdt, open: change.open, total });
  }
  if (points.length === 0) return;
  await sql`insert into pool_point (chain_id, block_number, log_index, block_time, reserve_usdt, reserve_open, lp_total)
    select ${chainId}, * from unnest(${points.map(({ log }) => log.blockNumber)}::int8[],
      ${points.map(({ log }) => log.logIndex)}::int4[], ${points.map(({ log }) => log.blockTime)}::timestamptz[],
      ${points.map(({ usdt }) => usdt.toString())}::numeric[], ${points.map(({ open }) => open.toString())}::numeric[],
      ${points.map((point) => point.total.toString())}::numeric[])`.execute(tx);
}

async function addLate(tx: Tx, chainId: number, change: PoolChange): Promise<void> {
  const { log } = change;
  if (change.kind === 'reserves') {
    await insertPoints(tx, chainId, [change], await totalBefore(tx, chainId, log));
    return;
  }
  await sql`update pool_point set lp_total = lp_total + ${change.change.toString()}::numeric where chain_id = ${chainId}
    and (block_number, log_index) > (${log.blockNumber}, ${log.logIndex})`.execute(tx);
}

export type Burn = { log: ChainLog; from: string; amount: bigint };

/** Keeps final burns of OPEN. */
export async function insertBurns(tx: Tx, chainId: number, burns: readonly Burn[]): Promise<void> {
  if (burns.length === 0) return;
  await sql`insert into open_burn (chain_id, block_number, log_index, block_time, tx_hash, address, amount)
    select ${chainId}, * from unnest(${burns.map(({ log }) => log.blockNumber)}::int8[],
      ${burns.map(({ log }) => log.logIndex)}::int4[], ${burns.map(({ log }) => log.blockTime)}::timestamptz[],
      ${burns.map(({ log }) => log.txHash)}::text[], ${burns.map(({ from }) => from)}::text[],
      ${burns.map(({ amount }) => amount.toString())}::numeric[])`.execute(tx);
}
