import { isDust } from '@openmere/core/deposit/rules.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { knownFirst, takeSame, undecidedOf } from './match.ts';
import { insertDeposits, listUndecided, updateDeposits } from './store.ts';
import type { Arrival, Deposit } from './store.ts';
import { announceDeposits } from './announce.ts';

/**
 * Brings the undecided deposits to what the chain shows now. `arrivals` is the whole set that is not final: what is new is
 * seen, what is missing is orphaned, what is back is seen again. Members hear of each once per new head. Dust is shown
 * when it is final, as ignored.
 */
export async function showSeen(
  tx: Tx,
  chainId: number,
  arrivals: readonly Arrival[],
  head: bigint,
): Promise<void> {
  const { depositMin } = await readSettings(tx);
  const waiting = undecidedOf(await listUndecided(tx, chainId));
  const worth = arrivals.filter(({ amount }) => !isDust(amount, depositMin));
  const [told, moved, added]: [Deposit[], Deposit[], Deposit[]] = [[], [], []];
  for (const arrival of knownFirst(waiting, worth)) {
    const found = takeSame(waiting, arrival);
    if (!found) {
      const deposit = newlySeen(arrival);
      added.push(deposit);
      told.push(deposit);
      continue;
    }
    const { log_index, block_number, block_hash } = arrival;
    const deposit: Deposit = { ...found, status: 'seen', log_index, block_number, block_hash };
    const stands = found.block_hash === block_hash && found.log_index === log_index;
    if (found.status !== 'seen' || !stands) moved.push(deposit);
    told.push(deposit);
  }
  const gone = [...waiting.values()].flat().filter(({ status }) => status !== 'orphaned');
  const orphaned = gone.map((deposit): Deposit => ({ ...deposit, status: 'orphaned' }));
  await updateDeposits(tx, [...moved, ...orphaned]);
  await insertDeposits(tx, added);
  await announceDeposits(tx, [...told, ...orphaned], head);
}

function newlySeen(arrival: Arrival): Deposit {
  const decided = { credited_at: null, swept_at: null };
  return { ...arrival, id: newId('dep'), status: 'seen', seen_at: new Date(), ...decided };
}
