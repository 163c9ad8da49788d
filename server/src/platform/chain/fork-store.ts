import { sql } from 'kysely';
import type { Db, Tx } from '../db/connect.ts';
import type { Header } from './answer.ts';
import { lockCursor } from './cursor-store.ts';
import type { Cursor } from './cursor-store.ts';
import type { Hex } from './log.ts';

/** A final block that changed, and how far the way out has been gone. Numbers and hashes as found at `cursor`. */
export type Fork = {
  id: bigint;
  foundAt: Date;
  cursorNumber: bigint;
  cursorHash: Hex;
  otherHash: Hex;
  commonNumber: bigint | null;
  commonHash: Hex | null;
  rollbackProposedBy: string | null;
  rollbackApprovedBy: string | null;
  rolledBackAt: Date | null;
  /** When what was copied from the chain's state was read anew behind the new blocks. */
  measuredAt: Date | null;
  bookingProposedBy: string | null;
  bookingApprovedBy: string | null;
  resendProposedBy: string | null;
  resendApprovedBy: string | null;
  endedAt: Date | null;
};

const COLUMNS = sql`id, found_at as "foundAt", cursor_number as "cursorNumber", cursor_hash as "cursorHash",
  other_hash as "otherHash", common_number as "commonNumber", common_hash as "commonHash",
  rollback_proposed_by as "rollbackProposedBy", rollback_approved_by as "rollbackApprovedBy", rolled_back_at as "rolledBackAt", measured_at as "measuredAt",
  booking_proposed_by as "bookingProposedBy", booking_approved_by as "bookingApprovedBy",
  resend_proposed_by as "resendProposedBy", resend_approved_by as "resendApprovedBy", ended_at as "endedAt"`;

/** The reorganisation whose way out is not gone to its end; at most one a chain. */
export async function findFork(db: Db | Tx, chainId: number): Promise<Fork | undefined> {
  const { rows } = await sql<Fork>`select ${COLUMNS} from chain_fork
    where chain_id = ${chainId} and ended_at is null`.execute(db);
  return rows[0];
}

/** The last reorganisation, gone to its end or not. `lock`: for the rest of the transaction. */
export async function findLatestFork(db: Db | Tx, chainId: number, lock = false): Promise<Fork | undefined> {
  const { rows } = await sql<Fork>`select ${COLUMNS} from chain_fork where chain_id = ${chainId}
    order by id desc limit 1 ${lock ? sql`for update` : sql``}`.execute(db);
  return rows[0];
}

/** Takes note of a changed final block. One that comes while an earlier one is still being booked stands beside it. */
export async function recordFork(
  tx: Tx,
  chainId: number,
  cursor: Cursor,
  found: Header,
  common: { number: bigint; hash: Hex } | undefined,
): Promise<void> {
  await sql`update chain_fork set ended_at = now()
    where chain_id = ${chainId} and ended_at is null
      and (rolled_back_at is not null or cursor_hash <> ${cursor.hash} or other_hash <> ${found.hash})`.execute(
    tx,
  );
  await sql`insert into chain_fork (chain_id, cursor_number, cursor_hash, other_hash, common_number, common_hash)
    values (${chainId}, ${cursor.number}, ${cursor.hash}, ${found.hash}, ${common?.number ?? null}, ${common?.hash ?? null})
    on conflict do nothing`.execute(tx);
}

/** The cursor's block is the chain's again: whoever told of another one was wrong. Nothing was rolled back. */
export async function endHealedFork(db: Db, chainId: number): Promise<void> {
  await sql`update chain_fork set ended_at = now()
    where chain_id = ${chainId} and ended_at is null and rolled_back_at is null`.execute(db);
}

/**
 * Takes the cursor back to the common block of an approved fork, and keeps what was applied above it as orphans, each log once
 * whatever number of forks take it. Their claims stay: what comes again is not applied again. @returns false when the cursor has moved
 * since.
 */
export async function rollBack(
  tx: Tx,
  chainId: number,
  cursor: Cursor,
  fork: Fork,
  common: Header,
): Promise<boolean> {
  if (!(await lockCursor(tx, chainId, cursor))) return false;
  // One that an earlier fork took is lost already, or came again in a block that tells where it stands now: this one need not.
  await sql`insert into chain_orphan (fork_id, chain_id, handler, tx_hash, log_index, content, nth, block_number)
    select ${fork.id}, chain_id, handler, tx_hash, log_index, content, nth, block_number from chain_log l
    where chain_id = ${chainId} and block_number > ${common.number} and not exists (select from chain_orphan o
      where o.chain_id = l.chain_id and o.handler = l.handler and o.tx_hash = l.tx_hash and o.log_index = l.log_index)`.execute(
    tx,
  );
  // What came again in blocks that are gone now is gone again, by this fork.
  await sql`update chain_orphan set fork_id = ${fork.id}, returned_block = null
    where chain_id = ${chainId} and returned_block > ${common.number}`.execute(tx);
  // And so is what stood in its place.
  await sql`update chain_orphan set replaced_block = null
    where chain_id = ${chainId} and replaced_block > ${common.number}`.execute(tx);
  await sql`update chain_cursor set block_number = ${common.number}, block_hash = ${common.hash},
    block_time = ${common.time}, moved_at = now() where chain_id = ${chainId}`.execute(tx);
  await sql`delete from chain_checkpoint where chain_id = ${chainId} and block_number > ${common.number}`.execute(
    tx,
  );
  await sql`update chain_handler set next_block = least(next_block, ${common.number + 1n})
    where chain_id = ${chainId} and next_block is not null`.execute(tx);
  await sql`update chain_fork set rolled_back_at = now() where id = ${fork.id}`.execute(tx);
  return true;
}

export type Orphan = {
  /** The reorganisation that took it last. */
  forkId: bigint;
  handler: string;
  txHash: Hex;
  logIndex: number;
  blockNumber: bigint;
  returnedBlock: bigint | null;
  /** The block in which another log stands at its place, which is not applied. */
  replacedBlock: bigint | null;
  booked: boolean;
  /** Whether two operators agreed, since it was taken, that what is gone is sent again. */
  resent: boolean;
};

/** Of chain_orphan `o`. An agreement counts for all that is lost when it is made, by whichever fork, and for nothing that is lost later. */
const IS_RESENT = sql<boolean>`exists (select from chain_fork f
  where f.chain_id = o.chain_id and f.id >= o.fork_id and f.resend_approved_by is not null)`;

/** What is gone, came again after its loss was booked, or has another log at its place, of all reorganisations: what somebody has to look at. */
export async function listOrphans(db: Db | Tx, chainId: number): Promise<Orphan[]> {
  const { rows } =
    await sql<Orphan>`select fork_id as "forkId", handler, tx_hash as "txHash", log_index as "logIndex",
      block_number as "blockNumber", returned_block as "returnedBlock", replaced_block as "replacedBlock", booked,
      ${IS_RESENT} as resent
    from chain_orphan o where chain_id = ${chainId} and (returned_block is null or booked or replaced_block is not null)
    order by block_number, log_index, handler`.execute(db);
  return rows;
}

/** Transactions of a handler's logs that are gone, where two operators agreed that they are sent again. Index chain_orphan_content. */
export async function listToResend(db: Db, chainId: number, handler: string): Promise<Hex[]> {
  const { rows } = await sql<{ tx_hash: Hex }>`select distinct o.tx_hash from chain_orphan o
    where o.chain_id = ${chainId} and o.handler = ${handler} and o.returned_block is null and ${IS_RESENT}`.execute(
    db,
  );
  return rows.map(({ tx_hash }) => tx_hash);
}

/** A log that a reorganisation took, and whether it is gone: it has not come again. */
export type TakenLog = { txHash: Hex; logIndex: number; isGone: boolean };

/** A handler's logs that reorganisations took, whichever; each where it stood when it was applied. */
export async function listTaken(db: Db | Tx, chainId: number, handler: string): Promise<TakenLog[]> {
  const { rows } = await sql<TakenLog>`select tx_hash as "txHash", log_index as "logIndex",
      returned_block is null as "isGone"
    from chain_orphan where chain_id = ${chainId} and handler = ${handler}`.execute(db);
  return rows;
}

/** Whether a reorganisation took what this transaction said to a handler, and it has not come again. Index chain_orphan_content. */
export async function isGone(db: Db | Tx, chainId: number, handler: string, txHash: Hex): Promise<boolean> {
  const { rows } = await sql`select from chain_orphan where chain_id = ${chainId} and handler = ${handler}
    and tx_hash = ${txHash} and returned_block is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Suspense says by now of each what was read of it: that it is gone, or that it came again. Whatever it did since is booked next. */
export async function markBooked(tx: Tx, chainId: number, orphans: readonly Orphan[]): Promise<void> {
  await sql`update chain_orphan o set booked = b.is_gone
    from unnest(${orphans.map(({ handler }) => handler)}::text[], ${orphans.map(({ txHash }) => txHash)}::text[],
      ${orphans.map(({ logIndex }) => logIndex)}::int4[],
      ${orphans.map(({ returnedBlock }) => returnedBlock === null)}::bool[]) as b(handler, tx_hash, log_index, is_gone)
    where o.chain_id = ${chainId} and o.handler = b.handler and o.tx_hash = b.tx_hash and o.log_index = b.log_index`.execute(
    tx,
  );
}

/**
 * What one of these transactions did and a reorganisation took back has come again by another transaction, in this block.
 * @returns whether such a one was gone.
 */
export async function markReturned(
  tx: Tx,
  chainId: number,
  handler: string,
  { hashes, block }: { hashes: readonly Hex[]; block: bigint },
): Promise<boolean> {
  const { rows } = await sql<{ fork_id: bigint }>`update chain_orphan set returned_block = ${block}
    where chain_id = ${chainId} and handler = ${handler} and tx_hash = any(${hashes}::text[]) and returned_block is null
    returning fork_id`.execute(tx);
  const forks = rows.map(({ fork_id }) => String(fork_id));
  await sql`update chain_fork set measured_at = null where id = any(${forks}::bigint[])`.execute(tx);
  return rows.length > 0;
}

export type ForkStep =
  | 'rollback_proposed_by'
  | 'rollback_approved_by'
  | 'booking_proposed_by'
  | 'booking_approved_by'
  | 'resend_proposed_by'
  | 'resend_approved_by';

/** Writes who took a step of the way out; the last one ends it. */
export async function signFork(tx: Tx, fork: Fork, step: ForkStep, operator: string): Promise<void> {
  const also =
    step === 'booking_approved_by'
      ? sql`, ended_at = now()`
      : step === 'booking_proposed_by'
        ? sql`, booking_approved_by = null`
        : sql``;
  await sql`update chain_fork set ${sql.ref(step)} = ${operator}${also} where id = ${fork.id}`.execute(tx);
}

/** A fork whose new blocks are all read, and what was copied from the chain's state not yet. */
export async function findUnmeasured(db: Db, chainId: number, cursor: Cursor): Promise<Fork | undefined> {
  const { rows } = await sql<Fork>`select ${COLUMNS} from chain_fork where chain_id = ${chainId}
    and rolled_back_at is not null and measured_at is null and cursor_number <= ${cursor.number} order by id limit 1`.execute(
    db,
  );
  return rows[0];
}

export async function markMeasured(tx: Tx, fork: Fork): Promise<void> {
  await sql`update chain_fork set measured_at = now() where id = ${fork.id}`.execute(tx);
}
