import { sql } from 'kysely';
import { findChainState } from '../platform/chain/cursor-store.ts';
import { listBehind } from '../platform/chain/handler-store.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PayoutEnd } from './payout-end.ts';
import { isEnded } from './proof.ts';
import type { BlockId } from './rpc-answer.ts';
import type { PayoutLook } from './tables.ts';

/** Name of the handler that books `Paid` events. */
export const PAID_HANDLER = 'withdrawal-paid';

/**
 * The block up to which every `Paid` event was booked: the indexer's cursor. Undefined while nothing was followed, or while
 * that handler is still reading older blocks. Read it before asking whether an id was booked, never after.
 */
export async function findBookedUpTo(db: Db, chainId: number): Promise<BlockId | undefined> {
  const cursor = await findChainState(db, chainId);
  if (!cursor?.hash || (await listBehind(db, chainId)).has(PAID_HANDLER)) return undefined;
  return { number: cursor.number, hash: cursor.hash };
}

/** Looks at one payout, newest first. Index payout_look_of_payout. */
export function listLooks(db: Db | Tx, withdrawalId: string): Promise<PayoutLook[]> {
  return db
    .selectFrom('payout_look')
    .selectAll()
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}

export async function insertLook(tx: Tx, withdrawalId: string, at: BlockId, end: PayoutEnd): Promise<void> {
  await tx
    .insertInto('payout_look')
    .values({
      withdrawal_id: withdrawalId,
      block_number: at.number,
      block_hash: at.hash,
      ...(isEnded(end)
        ? { finding: end.kind, tx_hash: end.txHash, tx_block: end.txBlock, raw: end.raw }
        : { finding: 'other' as const, tx_hash: null, tx_block: null, raw: null }),
    })
    .execute();
}

/** The database's time, which the looks bear. */
export async function readNow(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date(Number.NaN);
}
