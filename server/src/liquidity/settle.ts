import { mayOnlyLeave } from '../member/only-leave.ts';
import { findMemberByWallet } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { announceRecords } from './announce.ts';
import { applyRecord, noHolding } from './fold.ts';
import { findSame } from './match.ts';
import { changeStake } from './stake-store.ts';
import { findHolding, insertRecord, listFinal, listSeen, saveHolding, updateRecord } from './store.ts';
import type { LiquidityRecord, LogPosition, RecordEntry } from './tables.ts';

/** Told when what an address has paid in, and counts, has changed. */
export type OnStake = (
  tx: Tx,
  stake: { memberId: string; before: bigint; after: bigint; time: Date },
) => Promise<void>;

/**
 * Books final events of the desk, in the chain's order: keeps the record for ever, brings the address's holding up to date,
 * and with it the sum that the person's EQUITY is settled by (rulebook §8). The follower gives each log once; the table's
 * unique position holds it besides.
 */
export async function settleLiquidity(
  ctx: Pick<Ctx, 'tx'> & { onStake?: OnStake | undefined },
  entries: readonly RecordEntry[],
): Promise<void> {
  const { tx } = ctx;
  const chainId = entries[0]?.chain_id;
  if (chainId === undefined) return;
  const waiting = new Set(await listSeen(tx, chainId));
  const settled: LiquidityRecord[] = [];
  for (const entry of entries) {
    const seen = findSame([...waiting], entry);
    if (seen) waiting.delete(seen);
    const id = seen?.id ?? newId('liq');
    const owner = await findOwner(tx, entry);
    const record: LiquidityRecord = { ...entry, id, status: 'final', equity: 0n, ...owner };
    if (seen) await updateRecord(tx, id, record);
    else await insertRecord(tx, record);
    await updateHolding(ctx, record);
    settled.push(record);
  }
  await announceRecords(tx, settled, 'final');
}

/**
 * Adding and re-adding count for the member that the wallet is bound to now, never for one that binds it later. Who may
 * only leave earns nothing more (rulebook §1).
 */
async function findOwner(
  tx: Tx,
  { address, type }: RecordEntry,
): Promise<Pick<LiquidityRecord, 'earns' | 'member_id'>> {
  const member = await findMemberByWallet(tx, address);
  if (!member) return { earns: false, member_id: null };
  const isAdding = type === 'add' || type === 'readd';
  return { earns: isAdding && !(await mayOnlyLeave({ tx }, member)), member_id: member.id };
}

/** The usual record is the newest of its address. One that was left out before and comes late makes all fold again. */
async function updateHolding(
  { tx, onStake }: Pick<Ctx, 'tx'> & { onStake?: OnStake | undefined },
  record: LiquidityRecord,
): Promise<void> {
  const kept = await findHolding(tx, record);
  const logPosition: LogPosition = { block_number: record.block_number, log_index: record.log_index };
  const isNewest = !kept || isBefore(kept.logPosition, logPosition);
  const before = kept?.holding ?? noHolding;
  const after = isNewest
    ? applyRecord(before, record)
    : (await listFinal(tx, record)).reduce(applyRecord, noHolding);
  await saveHolding(tx, record, after, isNewest ? logPosition : kept.logPosition);
  if (record.member_id === null || after.counted === before.counted) return;
  await changeStake(tx, record.member_id, after.counted - before.counted, record.block_time);
  await onStake?.(tx, {
    memberId: record.member_id,
    before: before.counted,
    after: after.counted,
    time: record.block_time,
  });
}

function isBefore(a: LogPosition, b: LogPosition): boolean {
  if (a.block_number === b.block_number) return a.log_index < b.log_index;
  return a.block_number < b.block_number;
}
