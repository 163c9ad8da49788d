import type { OutputOf } from '@openmere/core/calls.ts';
import type { DataOf } from '@openmere/core/pushes.ts';
import type { PoolState } from '@openmere/core/swap/quote.ts';
import { useLive } from '../../platform/live.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { useCall } from '../../platform/query.ts';

export type Pool = OutputOf<'trade/Pool'>;

/** Without a socket the pool is asked for again after so long; with one now and then, because the average moves with time. */
const ASK_AGAIN_MS = 15_000;
const ASK_AGAIN_LIVE_MS = 60_000;

/** What a push says about the pool; older than what is known, it says nothing. */
export function mergePool(known: Pool, { pool }: DataOf<'trade'>): Pool {
  if (!pool || pool.block < known.block) return known;
  return { ...known, ...pool };
}

/** The pool as the quote takes it: reserves in base units, rates in basis points. */
export function poolStateOf(pool: Pool): PoolState {
  return {
    reserveUsdt: baseUnits(pool.reserveusdt),
    reserveOpen: baseUnits(pool.reserveopen),
    poolBps: pool.fees.poolbps,
    communityBps: pool.fees.communitybps,
    burnBps: pool.fees.burnbps,
  };
}

/** The pool, live: read once, then moved by the socket. */
export function useTradePool() {
  const live = useLive((state) => state.live);
  return useCall('trade/Pool', {}, { refetchInterval: live ? ASK_AGAIN_LIVE_MS : ASK_AGAIN_MS });
}
