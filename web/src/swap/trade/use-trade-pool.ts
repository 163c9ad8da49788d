import type { OutputOf } from '@openmere/core/calls.ts';
import type { PoolState } from '@openmere/core/swap/quote.ts';
import { useEffect } from 'react';
import { onLive, useLive } from '../../platform/live.ts';
import { baseUnits } from '../../platform/money-text.ts';
import { queryClient, refresh, useCall } from '../../platform/query.ts';

export type Pool = OutputOf<'trade/Pool'>;

/** Without a socket the pool is asked for again after so long; with one now and then, because the average moves with time. */
const askAgainMs = 15_000;
const askAgainLiveMs = 60_000;
const poolKey = ['trade/Pool', {}];

/** What a pushed message says about the pool; older than what is known, it says nothing. */
export function mergePool(known: Pool | undefined, message: unknown): Pool | undefined {
  const { pool } = (message ?? {}) as { pool?: Partial<Pool> };
  if (!known || !pool || (pool.block ?? known.block) < known.block) return known;
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

/** The pool, live: read once, then moved by the socket; one's own trades are read anew when one is final. */
export function useTradePool() {
  const live = useLive((state) => state.live);
  const query = useCall('trade/Pool', {}, { refetchInterval: live ? askAgainLiveMs : askAgainMs });
  useEffect(() => {
    const stops = [
      onLive('trade', (message) => {
        queryClient.setQueryData<Pool>(poolKey, (known) => mergePool(known, message));
      }),
      onLive('tx', (message) => {
        const { kind } = (message ?? {}) as { kind?: string };
        if (kind === 'trade') void refresh('trade/Trades');
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return query;
}
