import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';

/** A balance right after an entry, in base units. */
export type PostedBalance = { account: AccountName; asset: string; balance: bigint };

/** What a posted entry answers, the same for its first post and for every replay but for `replayed`. */
export type Posted = {
  entryId: EntryId;
  /** The entry's place in the journal: ascends in each account, has gaps. */
  seq: bigint;
  time: Date;
  kind: string;
  reference: string;
  replayed: boolean;
  /** Of each (account, asset) that it touched, in the order of its postings. */
  balances: PostedBalance[];
};

export type EntryId = `je_${string}`;

export function formatEntryId(seq: bigint): EntryId {
  return `je_${seq}`;
}

/** Refuses what is no entry id as `request.invalid`. */
export function parseEntryId(text: string): bigint {
  const digits = /^je_([1-9]\d{0,17})$/.exec(text)?.[1];
  if (digits === undefined) throw new Refusal('request.invalid', { field: 'id' });
  return BigInt(digits);
}

export type Leg = {
  source: AccountName;
  destination: AccountName;
  asset: string;
  sourceBalance: bigint;
  destinationBalance: bigint;
};

/** The last balance of each account and asset that the legs touch, in order of first appearance. */
export function lastBalances(legs: readonly Leg[]): PostedBalance[] {
  const [only] = legs;
  if (only && legs.length === 1) {
    const { source, destination, asset, sourceBalance, destinationBalance } = only;
    return [
      { account: source, asset, balance: sourceBalance },
      { account: destination, asset, balance: destinationBalance },
    ];
  }
  const last = new Map<string, PostedBalance>();
  const set = (account: AccountName, asset: string, balance: bigint): void => {
    const known = last.get(`${account} ${asset}`);
    if (known) known.balance = balance;
    else last.set(`${account} ${asset}`, { account, asset, balance });
  };
  for (const leg of legs) {
    set(leg.source, leg.asset, leg.sourceBalance);
    set(leg.destination, leg.asset, leg.destinationBalance);
  }
  return [...last.values()];
}
