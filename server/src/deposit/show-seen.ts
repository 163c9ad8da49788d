import { isDust } from '@openmere/core/deposit/rules.ts';
import type { Ctx } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { announceDeposits } from './announce.ts';
import { knownFirst, takeSame, undecidedOf } from './match.ts';
import { findDecidedTransactions, insertDeposits, listUndecided, updateDeposits } from './store.ts';
import type { Arrival, Deposit, ShownDeposit } from './store.ts';

/**
 * Brings the undecided deposits to what the chain shows now. `arrivals` is the whole set that is not final: what is new is
 * seen, what is missing is orphaned, what is back is seen again. A transaction that is final is in one block: what a node shows of it
 * anew is left out. Members hear of each once per new head. Dust is shown
 * when it is final, as ignored.
 */
export async function showSeen(
  ctx: Pick<Ctx, 'tx'>,
  {
    chainId,
    arrivals,
    ...counted
  }: { chainId: number; arrivals: readonly Arrival[]; head: bigint; confirmations?: number | undefined },
): Promise<void> {
  const { tx } = ctx;
  const { depositMin } = await readSettings(tx);
  const undecided = await listUndecided(tx, chainId);
  const waiting = undecidedOf(undecided);
  const hashes = [...undecided, ...arrivals].map(({ tx_hash }) => tx_hash);
  const final = await findDecidedTransactions(tx, chainId, hashes);
  const worth = arrivals.filter(({ amount, tx_hash }) => !isDust(amount, depositMin) && !final.has(tx_hash));
  const [told, moved, added]: [ShownDeposit[], Deposit[], Deposit[]] = [[], [], []];
  for (const arrival of knownFirst(waiting, worth)) {
    const found = takeSame(waiting, arrival);
    if (!found) {
      const deposit = newlySeen(arrival);
      added.push(deposit);
      told.push(deposit);
      continue;
    }
    const { log_index, block_number, block_hash } = arrival;
    const deposit: ShownDeposit = { ...found, status: 'seen', log_index, block_number, block_hash };
    const stands = found.block_hash === block_hash && found.log_index === log_index;
    if (found.status !== 'seen' || !stands) moved.push(deposit);
    told.push(deposit);
  }
  const missing = [...waiting.values()].flat();
  const places = new Set(worth.map(logKey));
  // Another transfer has its place now, or its transaction is final without it: it never was.
  const isUntrue = (deposit: Deposit): boolean => final.has(deposit.tx_hash) || places.has(logKey(deposit));
  const disproved = missing.filter(isUntrue).map((deposit): Deposit => ({ ...deposit, status: 'disproved' }));
  const orphaned = missing
    .filter((deposit) => deposit.status !== 'orphaned' && !isUntrue(deposit))
    .map((deposit): ShownDeposit => ({ ...deposit, status: 'orphaned' }));
  await updateDeposits(tx, [...disproved, ...moved, ...orphaned]);
  await insertDeposits(tx, added);
  await announceDeposits(tx, [...told, ...orphaned], counted);
}

function logKey({ tx_hash, log_index }: Arrival): string {
  return `${tx_hash} ${log_index}`;
}

function newlySeen(arrival: Arrival): ShownDeposit {
  const decided = { credited_at: null, swept_at: null, bar: null };
  return { ...arrival, id: newId('dep'), status: 'seen', seen_at: new Date(), ...decided };
}
