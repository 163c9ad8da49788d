import { openTimeOf } from '@openmere/core/swap/candle.ts';
import { candleMoved, intervals, marketMoved } from '@openmere/core/swap/contract.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import type { Polled } from '../platform/chain/follower.ts';
import type { Rpc } from '../platform/chain/rpc.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { toEveryone } from '../platform/outbox.ts';
import { readSettings } from '../setting/read.ts';
import { readTouched } from './candle-store.ts';
import { snapshotOf } from './pool-state.ts';
import type { PoolSnapshot } from './pool-state.ts';
import { findPoolState, writeState } from './pool-store.ts';
import { readPool } from './read-pool.ts';
import { candleRowOf, poolFactsOf, tradeRowOf } from './rows.ts';
import type { PoolStateRow } from './tables.ts';
import { takeUnannounced } from './trade-store.ts';

export type FeedDeps = { db: Db; rpc: Rpc; chainId: number; now?: () => number };

/** An interval's candles are told at most so often. */
const CANDLE_PAUSE_MS = 1_000;
/** Without a new block the market is read again after this: the average of the oracle moves with time. */
const READ_AGAIN_MS = 10_000;
/** More news than this in one poll: the newest are told, the list has the rest. */
const NEWS_MAX = 30;

/**
 * After each poll of the follower: reads the market from the contracts when there is a new block, and tells all sockets of
 * trades, of the pool, and of candles whose swaps came or went. One per process that follows.
 */
export class MarketFeed {
  readonly #deps: FeedDeps;
  readonly #now: () => number;
  #read = { head: '', at: Number.NEGATIVE_INFINITY };
  readonly #touched = new Map<Interval, Set<number>>();
  readonly #told = new Map<Interval, number>();

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => performance.now());
  }

  /** Notes swaps that came or went, by their times in epoch seconds. */
  touch(times: readonly number[]): void {
    for (const interval of intervals) {
      const open = this.#touched.get(interval) ?? new Set<number>();
      for (const time of times) open.add(openTimeOf(interval, time));
      // A long history is not told candle by candle: only its end is news.
      this.#touched.set(interval, new Set([...open].sort((a, b) => a - b).slice(-NEWS_MAX)));
    }
  }

  /** To be called after every good poll. What is only read again, for hours perhaps, keeps nobody from the price of now. */
  async onPolled(polled: Polled): Promise<void> {
    if (!polled.isCurrent) return;
    try {
      await this.#refresh(polled);
    } finally {
      await this.#announceCandles();
    }
  }

  async #refresh(polled: Polled): Promise<void> {
    const { db, rpc, chainId } = this.#deps;
    const now = this.#now();
    if (polled.headHash === this.#read.head && now - this.#read.at < READ_AGAIN_MS) return;
    const { chainContracts } = await readSettings(db);
    const block = { number: BigInt(polled.head), hash: polled.headHash };
    const reading = await readPool(rpc, chainId, chainContracts, block);
    this.#read = { head: polled.headHash, at: now };
    if (!reading) return;
    await inTransaction(db, async (tx) => {
      const before = await findPoolState(tx);
      const time = (await findChainState(tx, chainId))?.headTime ?? new Date();
      const row: PoolStateRow = {
        ...reading,
        chain_id: chainId,
        block_hash: polled.headHash,
        block_time: time,
        read_at: new Date(),
      };
      await writeState(tx, row);
      await announceTrades(tx, chainId, before, snapshotOf(row));
    });
  }

  async #announceCandles(): Promise<void> {
    const { db, chainId } = this.#deps;
    for (const [interval, openTimes] of this.#touched) {
      const now = this.#now();
      if (openTimes.size === 0) continue;
      if (now - (this.#told.get(interval) ?? Number.NEGATIVE_INFINITY) < CANDLE_PAUSE_MS) continue;
      await inTransaction(db, async (tx) => {
        for (const candle of await readTouched(tx, chainId, interval, [...openTimes])) {
          await toEveryone(tx, candleMoved, { interval, candle: candleRowOf(candle) });
        }
      });
      this.#told.set(interval, now);
      this.#touched.set(interval, new Set());
    }
  }
}

/** Each trade with the pool as it is now; the pool alone when it changed by something else. */
async function announceTrades(
  tx: Tx,
  chainId: number,
  before: PoolSnapshot | undefined,
  state: PoolSnapshot,
): Promise<void> {
  const pool = poolFactsOf(state);
  const trades = await takeUnannounced(tx, chainId);
  for (const trade of trades.slice(-NEWS_MAX)) {
    await toEveryone(tx, marketMoved, { trade: tradeRowOf(trade), pool });
  }
  if (trades.length === 0 && (!before || isChanged(before, state)))
    await toEveryone(tx, marketMoved, { pool });
}

function isChanged(before: PoolSnapshot, now: PoolSnapshot): boolean {
  return (
    before.reserveUsdt !== now.reserveUsdt ||
    before.reserveOpen !== now.reserveOpen ||
    before.lpTotal !== now.lpTotal ||
    before.kLast !== now.kLast ||
    before.burned !== now.burned ||
    before.tradable !== now.tradable ||
    before.poolBps !== now.poolBps ||
    before.communityBps !== now.communityBps ||
    before.burnBps !== now.burnBps
  );
}
