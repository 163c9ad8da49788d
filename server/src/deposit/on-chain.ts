import { eventTopics, formatAddressWord, parseTransfer } from '@openmere/core/chain/events.ts';
import { reserveTokens } from '@openmere/core/chain/reserve-account.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { bookDeposit, bookStray, bookSwapFees } from './book.ts';
import type { BookDeps, Movement } from './book.ts';
import { showSeen } from './show-seen.ts';
import { findOwners, listAddresses, markSwept } from './store.ts';
import type { Arrival } from './store.ts';

export type DepositDeps = BookDeps & { chainId: number };

/**
 * Transfers of the tokens of the ledger to the treasury and to deposit addresses. Which tokens: the address map alone.
 * Final ones are booked (credited, ignored, stray), sweeps are only marked; those that are not final are shown.
 */
export function depositHandlers(deps: DepositDeps): LogHandler[] {
  const { chainId } = deps;
  const settleAll = async (tx: Tx, logs: readonly ChainLog[]): Promise<void> => {
    const isFee = await feeTest(tx);
    const fees: Movement[] = [];
    for (const log of logs) {
      const movement = await readMovement(tx, log);
      if (!movement) continue;
      if (isFee(movement)) fees.push(movement);
      else await settle(tx, deps, movement);
    }
    await bookSwapFees(tx, deps, fees);
  };
  const transfers: LogHandler = {
    name: 'deposit-transfer',
    topic0: eventTopics.transfer,
    async addresses(tx) {
      return reserveTokens((await readSettings(tx)).chainContracts).map(({ token }) => token);
    },
    async topicFilter(tx) {
      const treasury = await treasuryOf(tx);
      const own = (await listAddresses(tx, chainId)).map((row) => row.address);
      const values = (treasury ? [treasury, ...own] : own).map(formatAddressWord);
      return { position: 2, values };
    },
    onFinal: (tx, log) => settleAll(tx, [log]),
    onFinalMany: settleAll,
    async onSeen(tx, logs, head) {
      const movements = await Promise.all(logs.map((log) => readMovement(tx, log)));
      const arrivals = await arrivalsOf(
        tx,
        chainId,
        movements.filter((one) => one !== undefined),
      );
      await showSeen(tx, chainId, arrivals, head);
    },
  };
  return [transfers];
}

async function treasuryOf(tx: Tx): Promise<Hex | undefined> {
  return (await readSettings(tx)).chainContracts.treasury?.toLowerCase() as Hex | undefined;
}

/** What the swap desk sends to the treasury is its fee in USDT; it is booked in one go, because every trade has one. */
async function feeTest(tx: Tx): Promise<(movement: Movement) => boolean> {
  const desk = (await readSettings(tx)).chainContracts.swapDesk?.toLowerCase();
  const treasury = await treasuryOf(tx);
  return ({ transfer, coin }) => coin === 'USDT' && transfer.from === desk && transfer.to === treasury;
}

/** Undefined for what is no ERC-20 transfer of one of our tokens, and for transfers of nothing. */
async function readMovement(tx: Tx, log: ChainLog): Promise<Movement | undefined> {
  const { chainContracts } = await readSettings(tx);
  const coin = reserveTokens(chainContracts).find(({ token }) => token === log.address)?.coin;
  const transfer = parseTransfer(log);
  return coin && transfer && transfer.value > 0n ? { log, transfer, coin } : undefined;
}

async function settle(tx: Tx, deps: DepositDeps, movement: Movement): Promise<void> {
  const { log, transfer, coin } = movement;
  const owners = await findOwners(tx, deps.chainId, [transfer.from, transfer.to]);
  const [arrival] = arrivalsFor(owners, [movement]);
  if (arrival) return bookDeposit(tx, deps, arrival, log.blockTime);
  if (transfer.to !== (await treasuryOf(tx))) return;
  if (!owners.has(transfer.from)) return bookStray(tx, deps, { log, coin, transfer });
  // A sweep: from one of our addresses to another, nothing changes in the ledger.
  const { address: token, blockNumber: block, logIndex } = log;
  await markSwept(
    tx,
    { chainId: deps.chainId, token, address: transfer.from, block, logIndex },
    log.blockTime,
  );
}

async function arrivalsOf(tx: Tx, chainId: number, movements: readonly Movement[]): Promise<Arrival[]> {
  const owners = await findOwners(
    tx,
    chainId,
    movements.map(({ transfer }) => transfer.to),
  );
  return arrivalsFor(owners, movements);
}

/** Those movements that go to a member's deposit address. */
function arrivalsFor(owners: ReadonlyMap<Hex, string>, movements: readonly Movement[]): Arrival[] {
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
