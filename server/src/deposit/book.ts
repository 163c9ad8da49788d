import { COLD_ACCOUNT, RESERVE_ACCOUNT } from '@openmere/core/chain/reserve-account.ts';
import { decideDeposit, isDust, SUSPENSE_ACCOUNT } from '@openmere/core/deposit/rules.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { balanceOf } from '../ledger/balances.ts';
import type { ChainLog } from '../platform/chain/log.ts';
import type { TransferEvent } from '../platform/chain/read-event.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../setting/read.ts';
import { announceDeposits, noticeDeposits } from './announce.ts';
import { findBarsToCredit } from './bar.ts';
import { takeSame } from './match.ts';
import { insertDeposits, listUndecidedOf, updateDeposits } from './store.ts';
import type { Arrival, Deposit, ShownDeposit } from './store.ts';
import type { TreasurySender } from './treasury-senders.ts';

export type BookDeps = {
  /** Posts entries of the ledger in order and in groups, in the transaction (and tells the members whose balances change). */
  post(tx: Tx, entries: readonly JournalEntry[]): Promise<unknown>;
};

/** A final transfer of ours, with the coin that its token is. */
export type Movement = { log: ChainLog; transfer: TransferEvent; coin: string };
/** A final transfer to a deposit address, and its block's time. */
export type FinalArrival = { arrival: Arrival; at: Date };

const ACTOR = 'system:chain';
/** Holds what came and is nobody's yet. */
export const STRAY_ACCOUNT: AccountName = 'suspense:deposit';
/** Dust of one step that members still find in their records; more than this is a flood, and the journal's sum says it. */
const DUST_ROWS_MAX = 100;

/**
 * Books final transfers to deposit addresses: credited from the minimum on, else ignored, with the money in suspense, where also
 * waits what came for somebody who may not deposit. All
 * together are a few statements and one group of the journal, and dust is one posting a block and coin without a message,
 * so that a flood of it costs honest deposits behind it next to no time. All transfers of a transaction come together: what
 * else is kept of it never was. The follower calls once per log; for whatever has a
 * row the table's unique place holds it besides, and the ledger's key for whatever is credited.
 */
export async function bookDeposits(
  ctx: Pick<Ctx, 'tx'> & BookDeps,
  arrivals: readonly FinalArrival[],
): Promise<void> {
  const { tx } = ctx;
  if (arrivals.length === 0) return;
  const { depositMin } = await readSettings(tx);
  const undecided = await listUndecidedOf(
    tx,
    arrivals.map(({ arrival }) => arrival),
  );
  const enough = arrivals.filter(
    ({ arrival }) => decideDeposit(arrival.coin_id, arrival.amount, depositMin) === 'credited',
  );
  const bars = await findBarsToCredit(
    ctx,
    enough.map(({ arrival }) => arrival),
  );
  const known = new Set<ShownDeposit>();
  const deposits = arrivals.map(({ arrival, at }) => {
    const seen = takeSame(undecided, arrival);
    const bar = bars.get(arrival) ?? null;
    const status = bar ? 'barred' : decideDeposit(arrival.coin_id, arrival.amount, depositMin);
    const from = seen ?? { ...arrival, id: newId('dep'), seen_at: at, swept_at: null };
    const { log_index, block_number, block_hash } = arrival;
    const place = { log_index, block_number, block_hash };
    const deposit: ShownDeposit = { ...from, ...place, status, bar, credited_at: at };
    if (seen) known.add(deposit);
    return deposit;
  });
  // What is left of these transactions is in no final block: a node told a transfer under a second place.
  const disproved = [...undecided.values()].flat();
  await updateDeposits(
    tx,
    disproved.map((deposit): Deposit => ({ ...deposit, status: 'disproved' })),
  );
  const dust = deposits.filter(({ amount }) => isDust(amount, depositMin));
  const rest = deposits.filter(({ amount }) => !isDust(amount, depositMin));
  const kept = dust.length > DUST_ROWS_MAX ? new Set([...rest, ...known]) : new Set(deposits);
  await updateDeposits(tx, [...known]);
  await insertDeposits(
    tx,
    deposits.filter((deposit) => kept.has(deposit) && !known.has(deposit)),
  );
  await ctx.post(tx, [...rest.map(entryOf), ...dustEntries(dust)]);
  const last = deposits.at(-1)?.block_number ?? 0n;
  await announceDeposits(tx, rest, { head: last });
  await noticeDeposits(tx, rest);
}

function keyOf(chainId: number, txHash: string, logIndex: number): string {
  return `deposit:${chainId}:${txHash}:${logIndex}`;
}

function entryOf(deposit: Deposit): JournalEntry {
  const [kind, destination]: [string, AccountName] =
    deposit.status === 'credited'
      ? ['deposit', availableAccount(deposit.member_id)]
      : deposit.status === 'barred'
        ? ['deposit-barred', SUSPENSE_ACCOUNT]
        : ['deposit-ignored', STRAY_ACCOUNT];
  return {
    key: keyOf(deposit.chain_id, deposit.tx_hash, deposit.log_index),
    kind,
    reference: deposit.id,
    data: { hash: deposit.tx_hash, block: Number(deposit.block_number) },
    actor: ACTOR,
    postings: [
      {
        source: RESERVE_ACCOUNT,
        destination,
        asset: deposit.coin_id,
        amount: deposit.amount,
      },
    ],
  };
}

/** One entry a block and coin, under the key of its first log: no log is ever in two of them. */
function dustEntries(dust: readonly Deposit[]): JournalEntry[] {
  const groups = new Map<string, Deposit[]>();
  for (const deposit of dust) {
    const name = `${deposit.block_hash} ${deposit.coin_id}`;
    const group = groups.get(name);
    if (group) group.push(deposit);
    else groups.set(name, [deposit]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const amount = group.reduce((sum, deposit) => sum + deposit.amount, 0n);
    return [
      {
        key: keyOf(first.chain_id, first.tx_hash, first.log_index),
        kind: 'deposit-dust',
        reference: first.block_hash,
        data: { block: Number(first.block_number), count: group.length },
        actor: ACTOR,
        postings: [{ source: RESERVE_ACCOUNT, destination: STRAY_ACCOUNT, asset: first.coin_id, amount }],
      },
    ];
  });
}

/** Kind of what came back from the cold address. */
export const COLD_RETURN = 'reserve-return';

/**
 * Money that an address which is or was the cold one sent back to the treasury: the sweep turned round. No more than the ledger
 * says lies there: what such an address has from elsewhere was never counted, and is a stray when it comes.
 * @returns those that were booked, the whole of each.
 */
export async function bookColdReturns(
  ctx: Pick<Ctx, 'tx'> & BookDeps,
  movements: readonly Movement[],
): Promise<Set<Movement>> {
  const left = new Map<string, bigint>();
  const booked = new Map<Movement, JournalEntry>();
  for (const movement of movements) {
    const { log, coin, transfer } = movement;
    const there = left.get(coin) ?? -(await balanceOf(ctx.tx, COLD_ACCOUNT, coin));
    if (there <= 0n) continue;
    const back = transfer.value < there ? transfer.value : there;
    left.set(coin, there - back);
    const parts = [
      { destination: COLD_ACCOUNT, amount: back },
      { destination: STRAY_ACCOUNT, amount: transfer.value - back },
    ];
    booked.set(movement, {
      key: keyOf(log.chainId, log.txHash, log.logIndex),
      kind: COLD_RETURN,
      reference: log.txHash,
      data: { sender: transfer.from, block: Number(log.blockNumber), logIndex: log.logIndex },
      actor: ACTOR,
      postings: parts
        .filter(({ amount }) => amount > 0n)
        .map((part) => ({ source: RESERVE_ACCOUNT, asset: coin, ...part })),
    });
  }
  await postAny(ctx, [...booked.values()]);
  return new Set(booked.keys());
}

/** Money that came straight to the treasury: ours on chain, whose is not known. */
export async function bookStrays(
  ctx: Pick<Ctx, 'tx'> & BookDeps,
  movements: readonly Movement[],
): Promise<void> {
  const { tx } = ctx;
  const { depositMin } = await readSettings(tx);
  const groups = new Map<string, Movement[]>();
  for (const movement of movements) {
    const { log, coin, transfer } = movement;
    const isSum = isDust(transfer.value, depositMin);
    const name = isSum ? `${log.blockHash} ${coin}` : `${log.txHash} ${log.logIndex}`;
    const group = groups.get(name);
    if (group) group.push(movement);
    else groups.set(name, [movement]);
  }
  await postAny(
    ctx,
    [...groups.values()].flatMap((group) => strayEntry(group)),
  );
}

/** A stray by itself, or the dust of a block and coin together. */
function strayEntry(group: readonly Movement[]): JournalEntry[] {
  const [first] = group;
  if (!first) return [];
  const { log, coin, transfer } = first;
  const amount = group.reduce((sum, movement) => sum + movement.transfer.value, 0n);
  return [
    {
      key: keyOf(log.chainId, log.txHash, log.logIndex),
      kind: 'deposit-stray',
      reference: log.txHash,
      data: {
        sender: transfer.from,
        block: Number(log.blockNumber),
        logIndex: log.logIndex,
        ...(group.length > 1 ? { count: group.length } : {}),
      },
      actor: ACTOR,
      postings: [{ source: RESERVE_ACCOUNT, destination: STRAY_ACCOUNT, asset: coin, amount }],
    },
  ];
}

/** What contracts of ours sent to the treasury, each to the accounts that it is for (treasury-senders.ts). */
export async function bookTreasuryIncome(
  ctx: Pick<Ctx, 'tx'> & BookDeps,
  income: readonly { movement: Movement; sender: TreasurySender }[],
): Promise<void> {
  const settings = await readSettings(ctx.tx);
  const entries = income.map(({ movement: { log, coin, transfer }, sender }): JournalEntry => ({
    key: keyOf(log.chainId, log.txHash, log.logIndex),
    kind: sender.kind,
    reference: log.txHash,
    data: { block: Number(log.blockNumber), logIndex: log.logIndex },
    actor: ACTOR,
    postings: sender.divide(transfer.value, settings).map(({ account, amount }) => ({
      source: RESERVE_ACCOUNT,
      destination: account,
      asset: coin,
      amount,
    })),
  }));
  await postAny(ctx, entries);
}

async function postAny(ctx: Pick<Ctx, 'tx'> & BookDeps, entries: readonly JournalEntry[]): Promise<void> {
  const { tx } = ctx;
  if (entries.length > 0) await ctx.post(tx, entries);
}
