import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onPush } from '../platform/live.ts';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import type { Hex } from '../platform/wallet/eip1193.ts';
import { isFinal, useTransactionStore } from '../platform/wallet/transaction-record.ts';
import type { PowerTerms, UsdoTerms } from './mint-data.ts';

/** The average moves with time, also when nobody trades. */
const AGAIN_MS = 20_000;
/** Trades come in bursts. */
const PAUSE_MS = 3_000;

type Query<T> = {
  data: T | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
};

function useChainTerms<T>(name: string, owner: Hex | undefined, read: (owner?: Hex) => Promise<T>): Query<T> {
  const query = useQuery({
    queryKey: ['chain', 'minting', name, owner],
    queryFn: () => read(owner),
    staleTime: 0,
    refetchInterval: AGAIN_MS,
  });
  const { refetch } = query;
  const finished = useTransactionStore((store) => store.records.filter(isFinal).length);
  useEffect(() => {
    if (finished > 0) void refetch();
  }, [finished, refetch]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onPush(['trade', 'tx.minting'], () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [refetch]);
  return query;
}

/** The terms of minting hash power, from the chain itself, kept true while they are shown. */
export function usePowerTerms(owner: Hex | undefined): Query<PowerTerms> {
  return useChainTerms('power', owner, async (own) => {
    const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./mint-data.ts')]);
    return data.readPowerTerms(contracts, own);
  });
}

/** The same of USDO. */
export function useUsdoTerms(owner: Hex | undefined): Query<UsdoTerms> {
  return useChainTerms('usdo', owner, async (own) => {
    const [{ contracts }, data] = await Promise.all([readChainConfig(), import('./mint-data.ts')]);
    return data.readUsdoTerms(contracts, own);
  });
}

/** Seconds since 1970 until which it may wait: from the later of both clocks, the chain's and this device's. */
export function deadlineOf({ time }: { time: bigint }, minutes: number): bigint {
  const here = BigInt(Math.floor(Date.now() / 1000));
  return (here > time ? here : time) + BigInt(minutes) * 60n;
}
