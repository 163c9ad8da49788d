import type { Page } from '@openmere/core/kit/call.ts';
import type { DataOf } from '@openmere/core/pushes.ts';
import type { Interval } from '@openmere/core/swap/contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../platform/api-client.ts';
import { onPush, useLive } from '../../platform/live.ts';
import { moveAnswer } from '../../platform/move-answer.ts';
import { useNetwork } from '../../platform/network.ts';
import { queryClient, useCall } from '../../platform/query.ts';
import { useNow } from '../../platform/use-now.ts';
import { keepCandles, keptCandles } from './candle-keep.ts';
import { joinPages, until, withLive } from './candle-series.ts';
import type { CandleRow } from './candle-series.ts';

type Pages = InfiniteData<Page<CandleRow>, string | undefined>;

/** The first page fills a wide screen with room to scroll; older ones come in as large pieces as the call allows. */
const FIRST_PAGE = 300;
const OLDER_PAGE = 1000;
const ASK_AGAIN_MS = 30_000;

const keyOf = (interval: Interval) => ['trade/Kline', { interval }, 'pages'];

function applyCandle({ interval, candle }: DataOf<'candle'>): void {
  moveAnswer<Pages>(keyOf(interval), (old) => {
    const [newest, ...older] = old.pages;
    if (!newest) return old;
    const list = withLive(newest.list, candle, interval);
    return list === newest.list ? old : { ...old, pages: [{ ...newest, list: [...list] }, ...older] };
  });
}

/** Who comes back wants the newest page afresh; asking for all the older ones again, too, would be slow. */
function forgetOlder(interval: Interval): void {
  const queryKey = keyOf(interval);
  queryClient.setQueryData<Pages>(queryKey, (old) =>
    old && old.pages.length > 1
      ? { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) }
      : old,
  );
  // What is put there counts as new.
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
}

/** Without a socket the newest candles are asked for every half minute, and only these. */
function useNewest(interval: Interval, wanted: boolean) {
  const { data, isError, refetch } = useCall(
    'trade/Kline',
    { interval, limit: 2 },
    { enabled: wanted, refetchInterval: ASK_AGAIN_MS },
  );
  useEffect(() => {
    if (wanted) for (const candle of data?.list ?? []) applyCandle({ interval, candle });
  }, [data, wanted, interval]);
  return { isFailing: wanted && isError, refetch };
}

export type Candles = {
  /** Oldest first, without holes; undefined while they are not known. */
  rows: readonly CandleRow[] | undefined;
  /** Epoch ms of what is shown when it is not live, else undefined. */
  staleSince: number | undefined;
  error: unknown;
  hasOlder: boolean;
  /** Asks for the page before the oldest candle; while one is under way, or none is left, nothing happens. */
  older: () => void;
  retry: () => Promise<unknown>;
};

/** Candles of an interval: paged back in time, live at the end, and the last ones kept on the device. */
export function useCandles(interval: Interval): Candles {
  const live = useLive((state) => state.live);
  const offline = useNetwork() === 'none';
  const now = useNow();
  const query = useInfiniteQuery({
    queryKey: keyOf(interval),
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam: before }): Promise<Page<CandleRow>> =>
      call(
        'trade/Kline',
        before === undefined ? { interval, limit: FIRST_PAGE } : { interval, before, limit: OLDER_PAGE },
        { signal },
      ),
    getNextPageParam: (page, _pages, before) =>
      page.list.length < (before === undefined ? FIRST_PAGE : OLDER_PAGE)
        ? undefined
        : page.list[0]?.opentime,
  });
  useEffect(() => onPush('candle', applyCandle), []);
  useEffect(() => () => forgetOlder(interval), [interval]);
  const newest = useNewest(interval, !live && query.data !== undefined);
  const { data, dataUpdatedAt, isError } = query;
  const joined = useMemo(
    () =>
      data &&
      joinPages(
        data.pages.map((page) => page.list),
        interval,
      ),
    [data, interval],
  );
  useEffect(() => {
    if (joined && joined.length > 0 && dataUpdatedAt > 0) keepCandles(interval, joined, dataUpdatedAt);
  }, [joined, dataUpdatedAt, interval]);
  const away = offline || isError || newest.isFailing;
  const kept = useMemo(() => (away && !joined ? keptCandles(interval) : undefined), [away, joined, interval]);
  // Whoever is cut off does not know that nobody traded.
  const rows = useMemo(
    () => (joined ? (away ? joined : until(joined, now, interval)) : kept?.rows),
    [joined, kept, away, now, interval],
  );
  return {
    rows,
    staleSince: away && rows ? (kept?.at ?? dataUpdatedAt) : undefined,
    error: query.error,
    hasOlder: query.hasNextPage,
    older: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => Promise.all([query.refetch(), newest.isFailing && newest.refetch()]),
  };
}
