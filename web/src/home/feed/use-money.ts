import { useEffect, useState } from 'react';
import { useCallPages } from '../../platform/pages.ts';
import { useCall } from '../../platform/query.ts';
import { readStored, writeStored } from '../../platform/storage.ts';
import type { Money } from './feed.ts';

/** The newest records of every way in which money moves; undefined until all are there. */
export function useMoney(): {
  money: Money | undefined;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
} {
  const queries = [
    useCallPages('Wallet/Transfers', {}),
    useCallPages('Wallet/Deposits', {}),
    useCallPages('Wallet/Withdrawals', {}),
  ] as const;
  const [transfers, deposits, withdrawals] = [queries[0].rows, queries[1].rows, queries[2].rows];
  // What was not read yet is not shown; it holds up nothing else.
  const banks = useCallPages('Wallet/FiatOrders', {}).rows ?? [];
  const rewards = useCall('Users/TotalDayMy', {}).data?.list ?? [];
  const booked = useCallPages('trade/GetUserBalanceRecord', {});
  const records = booked.rows ?? [];
  const [readFrom] = [queries[0], queries[1], booked]
    // None among the entries that were looked through for it: not known from when on.
    .flatMap(({ rows, hasNextPage, dataUpdatedAt }) =>
      hasNextPage ? (rows?.at(-1)?.time ?? new Date(dataUpdatedAt).toISOString()) : [],
    )
    .toSorted((one, other) => Date.parse(other) - Date.parse(one));
  const failed = queries.find((query) => query.isError);
  return {
    money: transfers &&
      deposits &&
      withdrawals && { transfers, deposits, banks, withdrawals, rewards, records, readFrom },
    isError: failed !== undefined,
    error: failed?.error,
    refetch: () => Promise.all(queries.filter((query) => query.isError).map((query) => query.refetch())),
  };
}

/** When this member last left home on this device; undefined at the first visit. Stays the same during a visit. */
export function useLastVisit(userid: string | undefined): string | undefined {
  const [kept] = useState(() => readStored('general.homeSeen')?.split(' '));
  useEffect(() => {
    if (userid === undefined) return undefined;
    const leave = () => writeStored('general.homeSeen', `${userid} ${new Date().toISOString()}`);
    const onHide = () => document.visibilityState === 'hidden' && leave();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      leave();
    };
  }, [userid]);
  return kept?.[0] === userid ? kept?.[1] : undefined;
}
