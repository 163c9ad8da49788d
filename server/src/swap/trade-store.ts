import { sql } from 'kysely';
import type { ChainLog, Hex } from '../platform/chain/log.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { TradedEvent } from './events.ts';
import type { Trade } from './tables.ts';

export type PlacedTrade = { log: ChainLog; event: TradedEvent };

/** Id of a trade by its place: the same after a replay, so links and idempotency keys hold. */
export function tradeIdOf(log: Pick<ChainLog, 'txHash' | 'logIndex'>): string {
  return `trd_${log.txHash.slice(2, 42)}-${log.logIndex}`;
}

export function tradeOf({ log, event }: PlacedTrade, status: Trade['status'], announced: boolean): Trade {
  return {
    id: tradeIdOf(log),
    chain_id: log.chainId,
    tx_hash: log.txHash,
    log_index: log.logIndex,
    block_number: log.blockNumber,
    block_hash: log.blockHash,
    block_time: log.blockTime,
    address: event.address,
    bought: event.bought,
    usdt_amount: event.usdt,
    open_amount: event.open,
    fee: event.fee,
    burned: event.burned,
    status,
    announced,
  };
}

/**
 * Writes trades in one statement; one that stands there as seen is brought to what is given, a final one stays.
 * @returns the ids of those that were written.
 */
export async function upsertTrades(tx: Tx, trades: readonly Trade[]): Promise<Set<string>> {
  if (trades.length === 0) return new Set();
  const column = (pick: (trade: Trade) => bigint): string[] => trades.map((trade) => pick(trade).toString());
  const { rows } = await sql<{
    id: string;
  }>`insert into trade as t (id, chain_id, tx_hash, log_index, block_number, block_hash, block_time, address, bought,
      usdt_amount, open_amount, fee, burned, status, announced)
    select * from unnest(${trades.map((one) => one.id)}::text[], ${trades.map((one) => one.chain_id)}::int4[],
      ${trades.map((one) => one.tx_hash)}::text[], ${trades.map((one) => one.log_index)}::int4[],
      ${trades.map((one) => one.block_number)}::int8[], ${trades.map((one) => one.block_hash)}::text[],
      ${trades.map((one) => one.block_time)}::timestamptz[], ${trades.map((one) => one.address)}::text[],
      ${trades.map((one) => one.bought)}::bool[], ${column((one) => one.usdt_amount)}::numeric[],
      ${column((one) => one.open_amount)}::numeric[], ${column((one) => one.fee)}::numeric[],
      ${column((one) => one.burned)}::numeric[], ${trades.map((one) => one.status)}::text[],
      ${trades.map((one) => one.announced)}::bool[])
    on conflict (id) do update set block_number = excluded.block_number, block_hash = excluded.block_hash,
      block_time = excluded.block_time, address = excluded.address, bought = excluded.bought,
      usdt_amount = excluded.usdt_amount, open_amount = excluded.open_amount, fee = excluded.fee,
      burned = excluded.burned, status = excluded.status, announced = excluded.announced
    where t.status = 'seen' returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Trades that can still change, with their blocks, locked. */
export async function listSeenTrades(tx: Tx, chainId: number): Promise<{ id: string; block_hash: Hex }[]> {
  const { rows } = await sql<{ id: string; block_hash: Hex }>`select id, block_hash from trade
    where chain_id = ${chainId} and status = 'seen' order by id for update`.execute(tx);
  return rows;
}

export async function deleteSeenTrades(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from trade where id = any(${[...ids]}::text[]) and status = 'seen'`.execute(tx);
}

/** Takes the trades that the sockets were not told of in their present state, oldest first, and marks them as told. */
export async function takeUnannounced(tx: Tx, chainId: number): Promise<Trade[]> {
  const { rows } =
    await sql<Trade>`update trade set announced = true where chain_id = ${chainId} and not announced
    returning *`.execute(tx);
  return rows.sort((a, b) =>
    a.block_number === b.block_number ? a.log_index - b.log_index : a.block_number < b.block_number ? -1 : 1,
  );
}

export type TradeFilter = {
  address?: Hex;
  bought?: boolean;
  id?: string;
  before?: { block: bigint; log: number } | undefined;
};

/** Newest first. A trade that is seen no more, and waits to be taken away or to become final, is left out. */
export async function listTrades(
  db: Db | Tx,
  chainId: number,
  filter: TradeFilter,
  limit: number,
): Promise<Trade[]> {
  const { address, bought, id, before } = filter;
  const none = sql``;
  const { rows } = await sql<Trade>`select t.* from trade t where t.chain_id = ${chainId}
    and (t.status = 'final' or t.block_number > (select k.block_number from chain_cursor k where k.chain_id = t.chain_id))
    ${address === undefined ? none : sql`and t.address = ${address}`}
    ${bought === undefined ? none : sql`and t.bought = ${bought}`}
    ${id === undefined ? none : sql`and t.id = ${id}`}
    ${before === undefined ? none : sql`and (t.block_number, t.log_index) < (${before.block}, ${before.log})`}
    order by t.block_number desc, t.log_index desc limit ${limit}`.execute(db);
  return rows;
}

/** Whether a wallet has a trade through the desk. Index: trade_of_address. */
export async function hasTraded(db: Db, chainId: number, address: Hex): Promise<boolean> {
  const { rows } =
    await sql`select from trade where chain_id = ${chainId} and address = ${address} limit 1`.execute(db);
  return rows.length > 0;
}

/** When the first final trade was that paid a fee; undefined before it. Index: trade_newest. */
export async function findFirstFeeTime(db: Db | Tx, chainId: number): Promise<Date | undefined> {
  const { rows } = await sql<{ block_time: Date }>`
    select block_time from trade where chain_id = ${chainId} and status = 'final' and fee > 0
    order by block_number, log_index limit 1`.execute(db);
  return rows[0]?.block_time;
}

/** Who paid the fees of these trades, how much, and when; final ones only. Index: the primary key. */
export async function listSwapFees(
  db: Db | Tx,
  ids: readonly string[],
): Promise<Pick<Trade, 'id' | 'address' | 'fee' | 'block_time'>[]> {
  const { rows } = await sql<Pick<Trade, 'id' | 'address' | 'fee' | 'block_time'>>`
    select id, address, fee, block_time from trade where id = any(${[...ids]}::text[]) and status = 'final'`.execute(
    db,
  );
  return rows;
}
