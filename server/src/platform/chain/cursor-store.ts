import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connect.ts';
import type { Header } from './answer.ts';
import type { ChainLog, Hex } from './log.ts';
import type { Tip } from './reader.ts';

/** The last block whose logs are all applied. Hash and time are null before the first. */
export type Cursor = { number: bigint; hash: Hex | null; time: Date | null };
/** The cursor with what the last poll said, for other domains and health pages. */
export type ChainState = Cursor & {
  head: bigint | null;
  headTime: Date | null;
  final: bigint | null;
  polledAt: Date | null;
  lagMs: bigint | null;
  problem: string | null;
};

type CursorRow = {
  block_number: bigint;
  block_hash: Hex | null;
  block_time: Date | null;
  head_number: bigint | null;
  head_time: Date | null;
  final_number: bigint | null;
  polled_at: Date | null;
  lag_ms: bigint | null;
  problem: string | null;
};

/** State of following a chain; undefined before the indexer's first poll. */
export async function findChainState(db: Db | Tx, chainId: number): Promise<ChainState | undefined> {
  const { rows } = await sql<CursorRow>`select * from chain_cursor where chain_id = ${chainId}`.execute(db);
  const row = rows[0];
  return row && stateOf(row);
}

function stateOf(row: CursorRow): ChainState {
  return {
    number: row.block_number,
    hash: row.block_hash,
    time: row.block_time,
    head: row.head_number,
    headTime: row.head_time,
    final: row.final_number,
    polledAt: row.polled_at,
    lagMs: row.lag_ms,
    problem: row.problem,
  };
}

/** The cursor, made at `startBlock` − 1 when there is none. */
export async function openCursor(db: Db, chainId: number, startBlock: bigint): Promise<Cursor> {
  await sql`insert into chain_cursor (chain_id, block_number) values (${chainId}, ${startBlock - 1n})
    on conflict (chain_id) do nothing`.execute(db);
  const state = await findChainState(db, chainId);
  if (!state) throw new Error('chain_cursor has no row after insert');
  return state;
}

/** Locks the cursor for the rest of the transaction. @returns whether it still is where `expected` says. */
export async function lockCursor(tx: Tx, chainId: number, expected: Cursor): Promise<boolean> {
  const { rows } =
    await sql<CursorRow>`select * from chain_cursor where chain_id = ${chainId} for update`.execute(tx);
  return rows[0]?.block_number === expected.number && rows[0].block_hash === expected.hash;
}

/** Moves the locked cursor to `end` and keeps the hashes of `headers` as checkpoints. */
export async function moveCursor(
  tx: Tx,
  chainId: number,
  end: Header,
  headers: readonly Header[],
): Promise<void> {
  await sql`update chain_cursor set block_number = ${end.number}, block_hash = ${end.hash}, block_time = ${end.time},
    moved_at = now() where chain_id = ${chainId}`.execute(tx);
  await sql`insert into chain_checkpoint (chain_id, block_number, block_hash)
    select ${chainId}, * from unnest(${headers.map((header) => header.number)}::int8[],
      ${headers.map((header) => header.hash)}::text[]) on conflict do nothing`.execute(tx);
  await sql`delete from chain_checkpoint where chain_id = ${chainId}
    and block_number < ${end.number - CHECKPOINT_BLOCKS}`.execute(tx);
}

/** Deeper than any reorganisation that a person would still untangle by this table. */
const CHECKPOINT_BLOCKS = 20_000n;

export async function listCheckpoints(db: Db, chainId: number): Promise<{ number: bigint; hash: Hex }[]> {
  const { rows } = await sql<{ number: bigint; hash: Hex }>`
    select block_number as number, block_hash as hash from chain_checkpoint
    where chain_id = ${chainId} order by block_number desc`.execute(db);
  return rows;
}

/**
 * Marks logs as given to a handler, all that it wants of their blocks at once. A log is known by its index in the block, and by
 * what it says and which of the same logs of its transaction it is: under another index it is not taken for another one.
 * One that was lost in a reorganisation and comes again is noted as returned, and not given a second time. Where a transaction comes
 * again without what it said, whatever new it says is noted, too, at whichever index, and not given: what it did before is booked.
 * @returns `fresh`: those that were not marked before, by `txHash:logIndex`; `replacing`: transactions of those that were noted now;
 * `returned`: those of what came again.
 */
export async function claimLogs(
  tx: Tx,
  handler: string,
  logs: readonly ChainLog[],
): Promise<{ fresh: Set<string>; replacing: Hex[]; returned: Set<string> }> {
  const first = logs[0];
  if (!first) return { fresh: new Set(), replacing: [], returned: new Set() };
  const digests = logs.map(hashContent);
  const nths = countAlike(logs.map(({ txHash }, index) => `${txHash} ${digests[index]?.toString('latin1')}`));
  // All are new, all but always: then the answer need not name them.
  const { rows } = await sql<{ claimed: bigint; places: string[] | null }>`
    with l as (select * from unnest(${logs.map((log) => log.txHash)}::text[], ${logs.map((log) => log.logIndex)}::int4[],
        ${logs.map((log) => log.blockNumber)}::int8[], ${logs.map((log) => log.blockHash)}::text[], ${digests}::bytea[],
        ${nths}::int2[]) as l(tx_hash, log_index, block_number, block_hash, content, nth)),
    changed as (select tx_hash from chain_orphan o where chain_id = ${first.chainId} and handler = ${handler} and returned_block is null
      and content is not null and tx_hash in (select tx_hash from l)
      and not exists (select from l where l.tx_hash = o.tx_hash and l.content = o.content and l.nth = o.nth)),
    i as (
      insert into chain_log (chain_id, handler, tx_hash, log_index, block_number, block_hash, content, nth)
      select ${first.chainId}, ${handler}, l.* from l where tx_hash not in (select tx_hash from changed)
      on conflict do nothing returning tx_hash, log_index)
    select count(*) as claimed, case when count(*) < ${logs.length} then array_agg(tx_hash || ':' || log_index) end as places
    from i`.execute(tx);
  const row = rows[0];
  if (row?.claimed === BigInt(logs.length))
    return {
      fresh: new Set(logs.map((log) => `${log.txHash}:${log.logIndex}`)),
      replacing: [],
      returned: new Set(),
    };
  const { rows: returned } = await sql<{
    tx_hash: string;
  }>`with returned as (update chain_orphan o set returned_block = l.block
    from unnest(${logs.map((log) => log.txHash)}::text[], ${digests}::bytea[], ${nths}::int2[],
      ${logs.map((log) => log.blockNumber)}::int8[]) as l(tx_hash, content, nth, block)
    where o.chain_id = ${first.chainId} and o.handler = ${handler} and o.tx_hash = l.tx_hash and o.content = l.content
      and o.nth = l.nth and o.returned_block is null returning o.fork_id, o.tx_hash),
    again as (update chain_fork set measured_at = null where id in (select fork_id from returned))
    select distinct tx_hash from returned`.execute(tx);
  // All that came is claimed by now, but for what stands where another one did.
  const { rows: replaced } = await sql<{
    tx_hash: Hex;
  }>`with replaced as (update chain_orphan o set replaced_block = l.block
    from unnest(${logs.map((log) => log.txHash)}::text[], ${logs.map((log) => log.logIndex)}::int4[], ${digests}::bytea[],
      ${nths}::int2[], ${logs.map((log) => log.blockNumber)}::int8[]) as l(tx_hash, log_index, content, nth, block)
    where o.chain_id = ${first.chainId} and o.handler = ${handler} and o.tx_hash = l.tx_hash
      and (o.log_index = l.log_index or o.returned_block is null) and o.content is not null and o.replaced_block is null
      and not exists (select from chain_log c where c.chain_id = ${first.chainId} and c.handler = ${handler}
        and c.tx_hash = l.tx_hash and c.content = l.content and c.nth = l.nth)
    returning o.fork_id, o.tx_hash),
    again as (update chain_fork set measured_at = null where id in (select fork_id from replaced))
    select distinct tx_hash from replaced`.execute(tx);
  return {
    fresh: new Set(row?.places),
    replacing: replaced.map(({ tx_hash }) => tx_hash),
    returned: new Set(returned.map(({ tx_hash }) => tx_hash)),
  };
}

const contents = new WeakMap<ChainLog, Buffer>();

/** What a log says, in 16 bytes. */
export function hashContent(log: ChainLog): Buffer {
  const known = contents.get(log) ?? makeContent(log);
  contents.set(log, known);
  return known;
}

function makeContent({ address, topics, data }: ChainLog): Buffer {
  return hash('sha256', [address, ...topics, data].join(), 'buffer').subarray(0, 16);
}

/** For each key how many equal ones stand before it. */
function countAlike(keys: readonly string[]): number[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    return nth;
  });
}

/** Writes what a good poll saw. `lagMs`: age of the oldest final block that is not applied. */
export async function recordPoll(
  db: Db | Tx,
  chainId: number,
  tip: Tip,
  final: bigint,
  lagMs: number,
): Promise<void> {
  await sql`update chain_cursor set head_number = ${tip.head.number}, head_time = ${tip.head.time},
    final_number = ${final}, polled_at = now(), lag_ms = ${BigInt(Math.max(0, Math.round(lagMs)))}, problem = null
    where chain_id = ${chainId}`.execute(db);
}

export async function recordProblem(db: Db, chainId: number, problem: string): Promise<void> {
  await sql`update chain_cursor set problem = ${problem.slice(0, 300)} where chain_id = ${chainId}`.execute(
    db,
  );
}

/** `next`: the first block that is not read again yet. */
export type Rescan = { id: bigint; next: bigint };

/**
 * Asks the follower to read the final blocks from `from` on again; asking twice is asking once. What has been
 * read again in these six hours is left out: a difference that lasts must not make the follower read the same every minute.
 */
export async function askRescan(db: Db | Tx, chainId: number, from: bigint, reason: string): Promise<void> {
  await sql`insert into chain_rescan (chain_id, from_block, next_block, reason)
    select ${chainId}, ${from}, greatest(${from}, max(r.next_block)), ${reason}
    from chain_rescan r where r.chain_id = ${chainId} and r.from_block <= ${from}
      and date_bin('6 hours', r.asked_at, 'epoch') = date_bin('6 hours', now(), 'epoch')
    having not exists (select from chain_rescan w where w.chain_id = ${chainId} and w.from_block <= ${from} and w.done_at is null)
    on conflict (chain_id, from_block) where done_at is null do nothing`.execute(db);
}

export async function findRescan(db: Db, chainId: number): Promise<Rescan | undefined> {
  const { rows } = await sql<Rescan>`select id, coalesce(next_block, from_block) as next from chain_rescan
    where chain_id = ${chainId} and done_at is null order by from_block limit 1`.execute(db);
  return rows[0];
}

/** Everything before `next` is read again; `found` more logs had been left out. */
export async function moveRescan(
  db: Db,
  { id, next, found, isDone }: { id: bigint; next: bigint; found: number; isDone: boolean },
): Promise<void> {
  await sql`update chain_rescan set next_block = ${next}, found = coalesce(found, 0) + ${found},
    done_at = case when ${isDone} then now() end where id = ${id}`.execute(db);
}
