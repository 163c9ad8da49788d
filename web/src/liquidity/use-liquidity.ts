import type { OutputOf } from '@openmere/core/calls.ts';
import type { LiquidityPool } from '@openmere/core/liquidity/quote.ts';
import { useEffect } from 'react';
import { onPush } from '../platform/live.ts';
import { baseUnits } from '../platform/money-text.ts';
import { refresh, useCall } from '../platform/query.ts';
import { readChainConfig } from '../platform/wallet/chain-config.ts';
import { isFinal, useTransactionStore } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { resumeTransactions } from '../platform/wallet/transactions.ts';
import { useChainRead } from '../platform/wallet/use-chain-read.ts';
import { useTradePool } from '../swap/trade/use-trade-pool.ts';
import type { Pool } from '../swap/trade/use-trade-pool.ts';

export type LiquidityFacts = OutputOf<'trade/Liquidity'>;

/** What the screens of this domain send; each finds its own again by this. */
export const kinds = [
  'liquidity.add',
  'liquidity.remove',
  'liquidity.readd',
  'liquidity.release',
  'redeem',
] as const;
export type Kind = (typeof kinds)[number];

/** The pool of the server's answer as `core` reckons with it. */
export function liquidityPoolOf(pool: Pool): LiquidityPool {
  return {
    reserveUsdt: baseUnits(pool.reserveusdt),
    reserveOpen: baseUnits(pool.reserveopen),
    lpTotal: baseUnits(pool.lptotal),
    kLast: BigInt(pool.klast),
  };
}

function reread(): Promise<void> {
  return refresh('trade/Liquidity', 'trade/LiquidityRecords', 'trade/Pool', 'Users/Balance');
}

/** The newest transaction of these kinds by this address, also after leaving the screen or a reload. */
export function useLatestOf(
  sought: readonly Kind[],
  from: string | undefined,
): TransactionRecord | undefined {
  useEffect(resumeTransactions, []);
  return useTransactionStore((store) =>
    store.records.findLast(
      (record) => sought.some((kind) => kind === record.kind) && record.from === from?.toLowerCase(),
    ),
  );
}

/** Reads everything anew when a transaction of this device is mined; what the server tells of is read by pushes.ts. */
export function useFinishedRefresh(): void {
  const finished = useTransactionStore(
    (store) => store.records.filter((one) => kinds.some((kind) => kind === one.kind) && isFinal(one)).length,
  );
  useEffect(() => {
    if (finished > 0) void reread();
  }, [finished]);
}

/** What the position is worth follows the pool: after trades of others it is asked for, at most this often. */
const WORTH_MS = 5_000;

function followWorth(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onPush('trade', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void refresh('trade/Liquidity');
    }, WORTH_MS);
  });
  // EQUITY that was due is earned with the day's settlement, and its yield uses some up.
  const stopSettled = onPush('reward', () => void refresh('trade/Liquidity'));
  return () => {
    stop();
    stopSettled();
    clearTimeout(timer);
  };
}

/** A pause is rare, and the review asks for itself. */
const PAUSE_AGAIN_MS = 20_000;

/** Whether the guard has paused adding, from the chain itself; false until it has answered. */
export function useDeskPaused(): boolean {
  const { data } = useChainRead({
    queryKey: ['chain', 'liquidity', 'paused'],
    staleTime: 0,
    refetchInterval: PAUSE_AGAIN_MS,
    queryFn: async () => {
      const [{ contracts }, { readPaused }] = await Promise.all([
        readChainConfig(),
        import('./liquidity-data.ts'),
      ]);
      return readPaused(contracts);
    },
  });
  return data ?? false;
}

/** One's position and the pool it stands in; both move with the chain. */
export function useLiquidity() {
  const position = useCall('trade/Liquidity', {});
  const pool = useTradePool();
  useFinishedRefresh();
  useEffect(followWorth, []);
  const failed = [position, pool].find((query) => query.isError && !query.data);
  return { position, pool, failed };
}
