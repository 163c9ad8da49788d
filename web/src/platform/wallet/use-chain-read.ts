import type { PushName } from '@openmere/core/pushes.ts';
import { hashKey, useQuery } from '@tanstack/react-query';
import type { QueryFilters, QueryKey, UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onPush } from '../live.ts';
import { queryClient, refreshCopy } from '../query.ts';
import { isFinal, useTransactionStore } from './transaction-record.ts';

type ChainRead<T> = {
  queryKey: QueryKey;
  queryFn: () => Promise<T>;
  enabled?: boolean;
  staleTime?: number;
  gcTime?: number;
  refetchInterval?: number;
  /** What moves it besides this device's own transactions. */
  pushes?: readonly PushName[];
  /** Pushes that come in bursts are answered by one reading after so long. */
  pauseMs?: number;
};

const none: readonly PushName[] = [];

/** What the chain says: read when it is shown, and again when a transaction of this device has ended or a push says that it moved. */
export function useChainRead<T>(read: ChainRead<T>): UseQueryResult<T> {
  const { pushes = none, pauseMs, queryFn, ...options } = read;
  const query = useQuery<T>({
    ...options,
    // Who looks at the signal is called off by the last screen that leaves: the next one does not take up a reading of before.
    queryFn: ({ signal }) => {
      signal.throwIfAborted();
      return queryFn();
    },
  });
  const key = hashKey(options.queryKey);
  const heard = pushes.join(' ');
  useEffect(() => {
    const finished = () => useTransactionStore.getState().records.filter(isFinal).length;
    let before = finished();
    // One that ended while nobody looked: a copy that is fresh by its age is not by what it says.
    if (before > 0) void readOnce(key);
    return useTransactionStore.subscribe(() => {
      const now = finished();
      if (now !== before) void refreshCopy(key);
      before = now;
    });
  }, [key]);
  useEffect(() => {
    if (heard === '') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reread = () => {
      timer = undefined;
      void refreshCopy(key);
    };
    const stop = onPush(heard.split(' ') as PushName[], () => {
      if (pauseMs === undefined) reread();
      else timer ??= setTimeout(reread, pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
      // What comes from now on is not heard.
      void queryClient.invalidateQueries({ ...only(key), refetchType: 'none' });
    };
  }, [key, heard, pauseMs]);
  return query;
}

const only = (key: string): QueryFilters => ({ predicate: ({ queryHash }) => queryHash === key });

/** What is being read for this screen already is new enough. */
function readOnce(key: string): Promise<void> {
  return queryClient.invalidateQueries(only(key), { cancelRefetch: false });
}
