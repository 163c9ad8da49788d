import { useEffect } from 'react';
import { useTransactionStore } from '../platform/wallet/transaction-record.ts';
import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';
import { resumeTransactions } from '../platform/wallet/transactions.ts';

/** What the screens of this domain send; each finds its own again by this. */
export const kinds = ['minting.power', 'minting.usdo', 'minting.redeem'] as const;
export type Kind = (typeof kinds)[number];

/** The newest transaction of these kinds by this address, also after leaving the screen or a reload. */
export function useOwnTransaction(
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

const asking: ReadonlySet<string> = new Set(['checking', 'approving', 'signing']);

/** The wallet has a question open, or an approval is on its way: nothing else can be started meanwhile. */
export function isAsking(record: TransactionRecord | undefined): boolean {
  return record !== undefined && asking.has(record.state);
}
