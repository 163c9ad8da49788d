import { findMemberByWallet } from '../member/find.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { applyRecord, noHolding } from './fold.ts';
import { grantEquity } from './grant-equity.ts';
import type { EquityDeps } from './grant-equity.ts';
import { findSame } from './match.ts';
import { findHolding, insertRecord, listFinal, listSeen, saveHolding, updateRecord } from './store.ts';
import type { LiquidityRecord, Place, RecordEntry } from './tables.ts';
import { tellOwners } from './tell.ts';

/**
 * Books final events of the desk, in the chain's order: grants EQUITY to the member that the wallet is bound to now, keeps
 * the record for ever, and brings the address's holding up to date. The follower gives each log once; the table's unique
 * place and the grant's key hold it besides.
 */
export async function settleLiquidity(
  tx: Tx,
  deps: EquityDeps,
  entries: readonly RecordEntry[],
): Promise<void> {
  const chainId = entries[0]?.chain_id;
  if (chainId === undefined) return;
  const waiting = new Set(await listSeen(tx, chainId));
  const settled: LiquidityRecord[] = [];
  for (const entry of entries) {
    const seen = findSame([...waiting], entry);
    if (seen) waiting.delete(seen);
    const id = seen?.id ?? newId('liq');
    const granted = await grant(tx, deps, entry, id);
    const record: LiquidityRecord = { ...entry, id, status: 'final', ...granted };
    if (seen) await updateRecord(tx, id, record);
    else await insertRecord(tx, record);
    await updateHolding(tx, record);
    settled.push(record);
  }
  await tellOwners(tx, settled, 'final');
}

/** Adding and re-adding earn their value. Exit-only accounts earn nothing more: they may only leave (rulebook §1). */
async function grant(
  tx: Tx,
  deps: EquityDeps,
  entry: RecordEntry,
  id: string,
): Promise<Pick<LiquidityRecord, 'equity' | 'member_id'>> {
  const member = await findMemberByWallet(tx, entry.address);
  if (!member) return { equity: 0n, member_id: null };
  const earns = (entry.type === 'add' || entry.type === 'readd') && !member.exitOnly;
  if (!earns) return { equity: 0n, member_id: member.id };
  const equity = await grantEquity(tx, deps, {
    memberId: member.id,
    value: entry.amount,
    key: `${entry.chain_id}:${entry.tx_hash}:${entry.log_index}`,
    reference: id,
    data: { hash: entry.tx_hash, block: Number(entry.block_number) },
    actor: 'system:chain',
  });
  return { equity, member_id: member.id };
}

/** The usual record is the newest of its address. One that was left out before and comes late makes all fold again. */
async function updateHolding(tx: Tx, record: LiquidityRecord): Promise<void> {
  const kept = await findHolding(tx, record);
  const place: Place = { block_number: record.block_number, log_index: record.log_index };
  if (!kept || isBefore(kept.place, place)) {
    return saveHolding(tx, record, applyRecord(kept?.holding ?? noHolding, record), place);
  }
  const all = await listFinal(tx, record);
  return saveHolding(tx, record, all.reduce(applyRecord, noHolding), kept.place);
}

function isBefore(a: Place, b: Place): boolean {
  if (a.block_number === b.block_number) return a.log_index < b.log_index;
  return a.block_number < b.block_number;
}
