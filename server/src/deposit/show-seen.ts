import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { findSame } from './match.ts';
import { insertDeposit, listUndecided, updateDeposit } from './store.ts';
import type { Arrival, Deposit } from './store.ts';
import { tellMembers } from './tell.ts';

/**
 * Brings the undecided deposits to what the chain shows now. `arrivals` is the whole set that is not final: what is new is
 * seen, what is missing is orphaned, what is back is seen again. Members hear of each once per new head.
 */
export async function showSeen(
  tx: Tx,
  chainId: number,
  arrivals: readonly Arrival[],
  head: bigint,
): Promise<void> {
  const waiting = new Set(await listUndecided(tx, chainId));
  const told: Deposit[] = [];
  // Those that stand where they stood come first, so that a twin of the same amount is not taken for them.
  for (const arrival of [...arrivals].sort(
    (a, b) => Number(!isKnown(waiting, a)) - Number(!isKnown(waiting, b)),
  )) {
    const found = findSame([...waiting], arrival);
    if (found) waiting.delete(found);
    told.push(found ? await move(tx, found, arrival) : await add(tx, arrival));
  }
  for (const gone of waiting) {
    if (gone.status === 'orphaned') continue;
    await updateDeposit(tx, gone.id, { status: 'orphaned' });
    told.push({ ...gone, status: 'orphaned' });
  }
  await tellMembers(tx, told, head);
}

function isKnown(waiting: ReadonlySet<Deposit>, arrival: Arrival): boolean {
  return [...waiting].some((one) => one.tx_hash === arrival.tx_hash && one.log_index === arrival.log_index);
}

async function move(tx: Tx, deposit: Deposit, arrival: Arrival): Promise<Deposit> {
  const { log_index, block_number, block_hash } = arrival;
  const place = { status: 'seen' as const, log_index, block_number, block_hash };
  if (deposit.status !== 'seen' || deposit.block_hash !== block_hash || deposit.log_index !== log_index) {
    await updateDeposit(tx, deposit.id, place);
  }
  return { ...deposit, ...place };
}

async function add(tx: Tx, arrival: Arrival): Promise<Deposit> {
  const deposit: Deposit = {
    ...arrival,
    id: newId('dep'),
    status: 'seen',
    seen_at: new Date(),
    credited_at: null,
    swept_at: null,
  };
  await insertDeposit(tx, deposit);
  return deposit;
}
