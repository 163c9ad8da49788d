import type { OutputOf } from '@openmere/core/calls.ts';
import type { Page } from '@openmere/core/kit/call.ts';
import { useEffect } from 'react';
import { useAsOfText } from '../../parts/use-as-of.ts';
import { onPush, useLive } from '../../platform/live.ts';
import { moveAnswer } from '../../platform/move-answer.ts';
import { useNetwork } from '../../platform/network.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { useNow } from '../../platform/use-now.ts';

export type PoolFacts = OutputOf<'trade/Pool'>;
export type TradeRow = OutputOf<'trade/Trades'>;

/** Without pushed figures the pool is asked for again after so long; with them now and then: the average moves with time. */
const ASK_AGAIN_MS = 30_000;
const ASK_AGAIN_LIVE_MS = 60_000;
/** Figures of a day (volume, high, low) are not pushed: after a trade they are asked for, at most this often. */
const DAY_FIGURES_MS = 3_000;
/** Older than this and not live: grey. */
const STALE_MS = 90_000;

export const latestTrades = { scope: 'all', pageSize: 10 } as const;

function applyTrade(trade: TradeRow): void {
  moveAnswer<Page<TradeRow>>(['trade/Trades', latestTrades], (old) => {
    const known = old.list.find((row) => row.id === trade.id);
    // The push goes to everybody and cannot say whose trade it is.
    const row = { ...trade, mine: known?.mine ?? trade.mine };
    // One that is told again after a gap may be older than what is shown.
    const list = known
      ? old.list.map((one) => (one === known ? row : one))
      : [row, ...old.list].toSorted((a, b) => b.block - a.block).slice(0, latestTrades.pageSize);
    return { ...old, list };
  });
}

/** Follows the market over the socket while it is used; returns the function that stops it. */
function followMarket(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onPush('trade', ({ trade }) => {
    if (!trade) return;
    applyTrade(trade);
    timer ??= setTimeout(() => {
      timer = undefined;
      void refresh('trade/Pool');
    }, DAY_FIGURES_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** The pool's figures: asked for once, then pushed; without a socket (visitors, too) asked for every half minute. */
export function useMarketPool() {
  const live = useLive((state) => state.live);
  useEffect(followMarket, []);
  return useCall('trade/Pool', {}, { refetchInterval: live ? ASK_AGAIN_LIVE_MS : ASK_AGAIN_MS });
}

/** The note under a figure that is not live ("as of 12:04"); undefined while it is. */
export function useStaleNote(query: { dataUpdatedAt: number; isError: boolean }): string | undefined {
  const asOf = useAsOfText();
  const network = useNetwork();
  const live = useLive((state) => state.live);
  const now = useNow();
  const { dataUpdatedAt: at, isError } = query;
  if (at === 0) return undefined;
  if (network !== 'none' && !isError && (live || now - at < STALE_MS)) return undefined;
  return asOf(at);
}
