import type { TransactionRecord } from '../platform/wallet/transaction-record.ts';

const to = '0x1111111111111111111111111111111111111111' as const;

/** A transaction of one's own that is in the network; a test names what differs. */
export function transactionRecord(change: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    id: 'one',
    kind: 'activation',
    note: {},
    state: 'sent',
    chainId: 31337,
    from: to,
    to,
    data: '0x',
    value: '0x0',
    approval: 'none',
    nonce: 1,
    hashes: [`0x${'a1'.repeat(32)}`],
    replacedBy: undefined,
    nonceSeen: undefined,
    clearTo: undefined,
    startedAt: Date.now(),
    sentAt: Date.now(),
    doneAt: undefined,
    missingSince: undefined,
    usedSince: undefined,
    byInApp: false,
    problem: undefined,
    ...change,
  };
}
