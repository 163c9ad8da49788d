import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { oneCoin } from '@openmere/core/money/amount.ts';
import type { Db } from '../platform/db/connect.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { postEntry } from './post.ts';

/** For tests: a transfer of whole base units between members. The key tells requests apart. */
export function transferEntry(
  key: string,
  from: string,
  to: string,
  amount: bigint,
  asset = 'USDT',
): JournalEntry {
  return {
    key,
    kind: 'transfer',
    reference: `tra_${key}`,
    actor: `member:${from}`,
    postings: [{ source: availableAccount(from), destination: availableAccount(to), asset, amount }],
    outbound: { family: from },
  };
}

/** For tests: a deposit, as the indexer books it. */
export function depositEntry(key: string, to: string, amount: bigint, asset = 'USDT'): JournalEntry {
  return {
    key,
    kind: 'deposit',
    reference: `dep_${key}`,
    actor: 'system:indexer',
    postings: [{ source: 'treasury:bsc', destination: availableAccount(to), asset, amount }],
  };
}

/** For tests: gives a member so many coins. */
export async function fund(db: Db, member: string, coins: number, asset = 'USDT'): Promise<void> {
  await inTransaction(db, (tx) =>
    postEntry(tx, depositEntry(`fund ${member} ${asset} ${coins}`, member, BigInt(coins) * oneCoin, asset)),
  );
}

/** For tests: small fast seeded random numbers (mulberry32), so that a failing run can be run again. */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
