import { eventTopics, formatAddressWord, parseAddressWord } from '@openmere/core/chain/events.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import { TOPIC_VALUES_MAX } from '../platform/chain/log.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { readTransfer } from '../platform/chain/read-event.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { findOwners, listSomeAddresses } from './address-store.ts';
import { bookColdReturns, bookDeposits, bookStrays, bookTreasuryIncome } from './book.ts';
import type { BookDeps, FinalArrival, Movement } from './book.ts';
import { listColdAddresses } from './cold-store.ts';
import { changeHoldings } from './holding-store.ts';
import type { HoldingChange } from './holding-store.ts';
import { showSeen } from './show-seen.ts';
import { markSwept } from './store.ts';
import type { Arrival } from './store.ts';
import { senderOf } from './treasury-senders.ts';

/** `confirmations`: how many the installation asks for at least. */
export type DepositDeps = BookDeps & { chainId: number; confirmations?: number | undefined };
type Owners = ReadonlyMap<Hex, string>;

/**
 * Transfers of the tokens of the ledger to the treasury and to deposit addresses. Which tokens: the address map alone.
 * Final ones are booked (credited, ignored, back from the cold address, stray), sweeps are only marked; those that are not final are shown.
 *
 * A few hundred addresses are named to the node. Above that all transfers of the tokens are read, and which are ours is
 * asked of the database for those transfers alone: a poll costs the same with a hundred addresses and with a million.
 */
export function depositHandlers(deps: DepositDeps): LogHandler[] {
  const { chainId, confirmations } = deps;
  const settleAll = (tx: Tx, logs: readonly ChainLog[]): Promise<void> => settle({ ...deps, tx }, logs);
  const transfers: LogHandler = {
    name: 'deposit-transfer',
    topic0: eventTopics.transfer,
    async addresses(tx) {
      return reserveTokens((await readSettings(tx)).chainContracts).map(({ token }) => token);
    },
    async topicFilter(tx) {
      const treasury = await treasuryOf(tx);
      const own = await listSomeAddresses(tx, chainId, TOPIC_VALUES_MAX);
      const all = treasury ? [treasury, ...own] : own;
      if (all.length > TOPIC_VALUES_MAX) return undefined;
      return { position: 2, values: all.map(formatAddressWord) };
    },
    async pick(tx, logs) {
      const receivers = logs.flatMap((log) => parseAddressWord(log.topics[2]) ?? []);
      const owners = await findOwners(tx, chainId, receivers);
      const treasury = await treasuryOf(tx);
      return logs.filter((log) => {
        const to = parseAddressWord(log.topics[2]);
        return to !== undefined && (to === treasury || owners.has(to));
      });
    },
    readAhead: (logs) => logs.forEach(readTransfer),
    onFinal: (tx, log) => settleAll(tx, [log]),
    onFinalMany: settleAll,
    async onPending(tx, logs, head) {
      const movements = await readMovements(tx, logs);
      const receivers = movements.map(({ transfer }) => transfer.to);
      const arrivals = arrivalsFor(await findOwners(tx, chainId, receivers), movements);
      await showSeen({ tx }, { chainId, arrivals, head, confirmations });
    },
  };
  return [transfers];
}

async function treasuryOf(tx: Tx): Promise<Hex | undefined> {
  return (await readSettings(tx)).chainContracts.treasury?.toLowerCase() as Hex | undefined;
}

/** Without what is no ERC-20 transfer of one of our tokens, and transfers of nothing. */
async function readMovements(tx: Tx, logs: readonly ChainLog[]): Promise<Movement[]> {
  const tokens = reserveTokens((await readSettings(tx)).chainContracts);
  const coins = new Map<string, string>(tokens.map(({ token, coin }) => [token, coin]));
  return logs.flatMap((log) => {
    const coin = coins.get(log.address);
    const transfer = readTransfer(log);
    return coin !== undefined && transfer && transfer.value > 0n ? [{ log, transfer, coin }] : [];
  });
}

/** Books final transfers, all of one step of the follower together. */
async function settle(ctx: Pick<Ctx, 'tx'> & DepositDeps, logs: readonly ChainLog[]): Promise<void> {
  const { tx } = ctx;
  const movements = await readMovements(tx, logs);
  const parties = movements.flatMap(({ transfer }) => [transfer.from, transfer.to]);
  const owners = await findOwners(tx, ctx.chainId, parties);
  const treasury = await treasuryOf(tx);
  const { chainContracts } = await readSettings(tx);
  const toTreasury = movements.filter(({ transfer }) => transfer.to === treasury && !owners.has(transfer.to));
  const income = toTreasury.flatMap((movement) => {
    const sender = senderOf(chainContracts, movement.transfer.from, movement.coin);
    return sender ? [{ movement, sender }] : [];
  });
  const known = new Set(income.map(({ movement }) => movement));
  const sweeps = toTreasury.filter(({ transfer }) => owners.has(transfer.from));
  const others = toTreasury.filter((one) => !known.has(one) && !owners.has(one.transfer.from));
  const cold = others.length > 0 ? await listColdAddresses(tx, ctx.chainId) : new Set<Hex>();
  await bookDeposits(ctx, finalArrivals(owners, movements));
  const returned = await bookColdReturns(
    ctx,
    others.filter(({ transfer }) => cold.has(transfer.from)),
  );
  await bookStrays(
    ctx,
    others.filter((one) => !returned.has(one)),
  );
  await bookTreasuryIncome(ctx, income);
  // From one of our addresses to another: nothing changes in the ledger.
  await markSwept(
    tx,
    ctx.chainId,
    sweeps.map(({ log, transfer }) => ({
      token: log.address,
      address: transfer.from,
      block: log.blockNumber,
      logIndex: log.logIndex,
      at: log.blockTime,
    })),
  );
  await changeHoldings(tx, ctx.chainId, holdingChanges(owners, movements));
}

function holdingChanges(owners: Owners, movements: readonly Movement[]): HoldingChange[] {
  return movements.flatMap(({ log, transfer }) => {
    const { address: token, blockNumber: block } = log;
    const change = (address: Hex, delta: bigint): HoldingChange[] =>
      owners.has(address) ? [{ token, address, delta, block }] : [];
    return [...change(transfer.from, -transfer.value), ...change(transfer.to, transfer.value)];
  });
}

function finalArrivals(owners: Owners, movements: readonly Movement[]): FinalArrival[] {
  return movements.flatMap((movement) =>
    arrivalsFor(owners, [movement]).map((arrival) => ({ arrival, at: movement.log.blockTime })),
  );
}

/** Those movements that go to a member's deposit address. */
function arrivalsFor(owners: Owners, movements: readonly Movement[]): Arrival[] {
  return movements.flatMap(({ log, transfer, coin }) => {
    const owner = owners.get(transfer.to);
    if (owner === undefined) return [];
    return [
      {
        member_id: owner,
        chain_id: log.chainId,
        coin_id: coin,
        token: log.address,
        address: transfer.to,
        sender: transfer.from,
        amount: transfer.value,
        tx_hash: log.txHash,
        log_index: log.logIndex,
        block_number: log.blockNumber,
        block_hash: log.blockHash,
      },
    ];
  });
}
