import { eventTopics, formatAddressWord } from '@openmere/core/chain/events.ts';
import { positionOf } from '@openmere/core/swap/candle.ts';
import type { ChainLog, Hex, LogHandler } from '../platform/chain/log.ts';
import { readTransfer } from '../platform/chain/read-event.ts';
import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { addToCandles, replaceSeenSwaps } from './candle-store.ts';
import type { SeenSwap } from './candle-store.ts';
import { divideFees } from './divide-fees.ts';
import type { PostEntries } from './divide-fees.ts';
import { lpChange, parseSwap, parseSync, parseTraded, readPairLog } from './events.ts';
import { addPoolChanges, insertBurns } from './pool-store.ts';
import type { PoolChange } from './pool-store.ts';
import { keepFinalTrades, showSeenTrades } from './record-trades.ts';
import type { PlacedTrade } from './trade-store.ts';

export type SwapChainDeps = {
  chainId: number;
  clock: Clock;
  post: PostEntries;
  /** Told of swaps that came or went, by their block times in epoch seconds: their candles are told anew. */
  onSwaps?: (times: readonly number[]) => void;
  /** Told once of each trade that became final: its wallet, and its USDT side before the fee, in base units. */
  onTraded?: (tx: Tx, trades: readonly { wallet: Hex; value: bigint; time: Date }[]) => Promise<void>;
};

const NOBODY = formatAddressWord(`0x${'0'.repeat(40)}`);

/** The market: trades through the desk, swaps and reserves of the pair, OPEN burned. */
export function swapHandlers(deps: SwapChainDeps): LogHandler[] {
  return [tradeHandler(deps), pairHandler(deps), burnHandler(deps)];
}

function tradeHandler(deps: SwapChainDeps): LogHandler {
  const many = async (tx: Tx, logs: readonly ChainLog[]): Promise<void> => {
    const trades = tradesOf(logs);
    const fresh = await keepFinalTrades({ tx, now: deps.clock() }, trades);
    await deps.onTraded?.(tx, fresh.map(volumeOf));
    await divideFees({ tx, post: deps.post }, trades);
  };
  return {
    name: 'swap-traded',
    topic0: eventTopics.traded,
    addresses: (tx) => addressesOf(tx, 'swapDesk'),
    readAhead: (logs) => logs.forEach(parseTraded),
    onFinal: (tx, log) => many(tx, [log]),
    onFinalMany: many,
    onPending: (tx, logs) => showSeenTrades({ tx }, { chainId: deps.chainId, trades: tradesOf(logs) }),
  };
}

/** What was paid, or what came out before the fee was taken. */
function volumeOf({ log, event }: PlacedTrade): { wallet: Hex; value: bigint; time: Date } {
  const { address: wallet, bought, usdt, fee } = event;
  return { wallet, value: bought ? usdt : usdt + fee, time: log.blockTime };
}

function tradesOf(logs: readonly ChainLog[]): PlacedTrade[] {
  return logs.flatMap((log) => {
    const event = parseTraded(log);
    return event ? [{ log, event }] : [];
  });
}

function pairHandler(deps: SwapChainDeps): LogHandler {
  const { chainId } = deps;
  const many = async (tx: Tx, logs: readonly ChainLog[]): Promise<void> => {
    const first = await isOpenFirst(tx);
    const swaps = swapsOf(logs, first);
    await addToCandles(tx, chainId, swaps);
    await addPoolChanges(
      tx,
      chainId,
      logs.flatMap((log) => changeOf(log, first)),
    );
    deps.onSwaps?.(swaps.map(({ time }) => time));
  };
  return {
    name: 'swap-pair',
    topic0: eventTopics.pairSwap,
    moreTopics: [eventTopics.pairSync, eventTopics.transfer],
    addresses: (tx) => addressesOf(tx, 'pair'),
    readAhead: (logs) => logs.forEach(readPairLog),
    onFinal: (tx, log) => many(tx, [log]),
    onFinalMany: many,
    async onPending(tx, logs) {
      const changed = await replaceSeenSwaps(tx, chainId, swapsOf(logs, await isOpenFirst(tx)));
      if (changed.length > 0) deps.onSwaps?.(changed);
    },
  };
}

/** The pair tells its reserves in the log right before that of the swap which made them. */
function swapsOf(logs: readonly ChainLog[], openFirst: boolean): SeenSwap[] {
  return logs.flatMap((log, index) => {
    const told = logs[index - 1];
    const isOfSwap = told?.blockHash === log.blockHash && told.logIndex === log.logIndex - 1;
    const event = parseSwap(log, openFirst, isOfSwap ? parseSync(told, openFirst) : undefined);
    if (!event) return [];
    const { blockNumber, logIndex, blockHash } = log;
    const time = Math.floor(log.blockTime.getTime() / 1000);
    const position = positionOf(blockNumber, logIndex);
    return [{ ...event, time, position, blockNumber, logIndex, blockHash }];
  });
}

function changeOf(log: ChainLog, openFirst: boolean): PoolChange[] {
  const sync = parseSync(log, openFirst);
  if (sync) return [{ log, kind: 'reserves', ...sync }];
  const transfer = readTransfer(log);
  const change = transfer ? lpChange(transfer, log.address) : 0n;
  return change === 0n ? [] : [{ log, kind: 'lp', change }];
}

function burnHandler({ chainId }: SwapChainDeps): LogHandler {
  const many = (tx: Tx, logs: readonly ChainLog[]): Promise<void> =>
    insertBurns(
      tx,
      chainId,
      logs.flatMap((log) => {
        const transfer = readTransfer(log);
        return transfer && transfer.value > 0n ? [{ log, from: transfer.from, amount: transfer.value }] : [];
      }),
    );
  return {
    name: 'swap-burn',
    topic0: eventTopics.transfer,
    addresses: (tx) => addressesOf(tx, 'open'),
    topicFilter: async () => ({ position: 2, values: [NOBODY] }),
    onFinal: (tx, log) => many(tx, [log]),
    onFinalMany: many,
  };
}

async function addressesOf(tx: Tx, key: 'swapDesk' | 'pair' | 'open'): Promise<Hex[]> {
  const address = (await readSettings(tx)).chainContracts[key];
  return address ? [address.toLowerCase() as Hex] : [];
}

/** Whether OPEN is the pair's token0: the pair sorts its tokens by address. */
async function isOpenFirst(tx: Tx): Promise<boolean> {
  const { open, usdt } = (await readSettings(tx)).chainContracts;
  return (open ?? '').toLowerCase() < (usdt ?? '').toLowerCase();
}
