import type { TransferEvent } from '@openmere/core/chain/events.ts';
import { reserveAccount } from '@openmere/core/chain/reserve-account.ts';
import { decideDeposit } from '@openmere/core/deposit/rules.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import type { ChainLog } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { findSame } from './match.ts';
import { insertDeposit, listUndecidedOf, updateDeposit } from './store.ts';
import type { Arrival, Deposit } from './store.ts';
import { tellMembers } from './tell.ts';

export type BookDeps = {
  /** Posts an entry of the ledger in the transaction (and tells the members whose balances it changes). */
  post(tx: Tx, entry: JournalEntry): Promise<unknown>;
  /** The same for many at once, in order; one by one where it is not given. */
  postMany?(tx: Tx, entries: readonly JournalEntry[]): Promise<unknown>;
};

const actor = 'system:chain';

/**
 * Books a final transfer to a deposit address: credited from the minimum on, else ignored, with the money in suspense.
 * The follower calls once per log; the ledger's key and the table's unique place hold it besides.
 */
export async function bookDeposit(tx: Tx, deps: BookDeps, arrival: Arrival, at: Date): Promise<void> {
  const settings = await readSettings(tx);
  const status = decideDeposit(arrival.coin_id, arrival.amount, settings.depositMin);
  const seen = findSame(await listUndecidedOf(tx, arrival.chain_id, arrival.tx_hash), arrival);
  const { log_index, block_number, block_hash } = arrival;
  const decided = { status, log_index, block_number, block_hash, credited_at: at };
  const deposit: Deposit = seen
    ? { ...seen, ...decided }
    : { ...arrival, ...decided, id: newId('dep'), seen_at: at, swept_at: null };
  if (seen) await updateDeposit(tx, seen.id, decided);
  else await insertDeposit(tx, deposit);
  await deps.post(tx, {
    key: `deposit:${arrival.chain_id}:${arrival.tx_hash}:${log_index}`,
    kind: status === 'credited' ? 'deposit' : 'deposit-ignored',
    reference: deposit.id,
    data: { hash: arrival.tx_hash, block: Number(block_number) },
    actor,
    postings: [
      {
        source: reserveAccount,
        destination: status === 'credited' ? availableAccount(arrival.member_id) : 'suspense:deposit',
        asset: arrival.coin_id,
        amount: arrival.amount,
      },
    ],
  });
  await tellMembers(tx, [deposit], block_number);
}

/** Money that came straight to the treasury: ours on chain, whose is not known. */
export async function bookStray(
  tx: Tx,
  deps: BookDeps,
  { log, coin, transfer }: { log: ChainLog; coin: string; transfer: TransferEvent },
): Promise<void> {
  await deps.post(tx, {
    key: `deposit:${log.chainId}:${log.txHash}:${log.logIndex}`,
    kind: 'deposit-stray',
    reference: log.txHash,
    data: { sender: transfer.from, block: Number(log.blockNumber), logIndex: log.logIndex },
    actor,
    postings: [
      { source: reserveAccount, destination: 'suspense:deposit', asset: coin, amount: transfer.value },
    ],
  });
}

/** A final transfer of ours, with the coin that its token is. */
export type Movement = { log: ChainLog; transfer: TransferEvent; coin: string };

/**
 * Community fees that the swap desk sent to the treasury with a trade: earned, and divided among the pools when the trade
 * itself is read (swap/divide-fees.ts). Only the desk's code can send in its name.
 */
export async function bookSwapFees(tx: Tx, deps: BookDeps, movements: readonly Movement[]): Promise<void> {
  const entries = movements.map(({ log, coin, transfer }): JournalEntry => ({
    key: `deposit:${log.chainId}:${log.txHash}:${log.logIndex}`,
    kind: 'swap-fee',
    reference: log.txHash,
    data: { block: Number(log.blockNumber), logIndex: log.logIndex },
    actor,
    postings: [{ source: reserveAccount, destination: 'fee:swap', asset: coin, amount: transfer.value }],
  }));
  if (entries.length === 0) return;
  if (deps.postMany) await deps.postMany(tx, entries);
  else for (const entry of entries) await deps.post(tx, entry);
}
