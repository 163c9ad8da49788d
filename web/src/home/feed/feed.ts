import type { OutputOf } from '@openmere/core/calls.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { baseUnits } from '../../platform/money-text.ts';

type Transfer = OutputOf<'Wallet/Transfers'>;
type Deposit = OutputOf<'Wallet/Deposits'>;
type Withdrawal = OutputOf<'Wallet/Withdrawals'>;
type BankOrder = OutputOf<'Wallet/FiatOrders'>;
type DayTotal = OutputOf<'Users/TotalDayMy'>;
type BalanceRecord = OutputOf<'trade/GetUserBalanceRecord'>;

export type Money = {
  readonly transfers: readonly Transfer[];
  readonly deposits: readonly Deposit[];
  readonly withdrawals: readonly Withdrawal[];
  /** Deposits by bank. */
  readonly banks: readonly BankOrder[];
  /** What rewards brought, by UTC day and coin; most of it waits to be claimed. */
  readonly rewards: readonly DayTotal[];
  /** Of the ledger: what shops received, what came back of orders, and claims stand nowhere else. */
  readonly records: readonly BalanceRecord[];
  /** Transfers, deposits and records of the ledger from before this were not read; undefined where all were. */
  readonly readFrom?: string | undefined;
};

/** What a record of the ledger is here. A completed order gives its shop the money, and its buyer OBL, which is none. */
const booked = { 'order-complete': 'sale', 'order-refund': 'refund', 'reward-claim': 'claim' } as const;
type BookedKind = (typeof booked)[keyof typeof booked];

/** One thing that happened: what, with whom, how much, when. */
export type FeedItem = {
  readonly id: string;
  readonly kind: 'in' | 'out' | 'deposit' | 'bank' | 'withdrawal' | 'returned' | 'reward' | BookedKind;
  readonly time: string;
  readonly coinid: string;
  /** Plain decimal, as it was received or sent. */
  readonly amount: string;
  /** The same in further coins, of a claim or of what was paid in part with OBL. */
  readonly also?: readonly { readonly coinid: string; readonly amount: string }[];
  /** The other member, masked; of a transfer received. */
  readonly name?: string;
  /** The server's own line, where it says more: to whom it was sent. */
  readonly note?: string;
};

/** One thing that is still going on. */
export type Running = {
  readonly id: string;
  readonly kind: 'deposit' | 'bank' | 'withdrawal';
  readonly status: 'confirming' | 'reviewing' | 'paying' | 'checked';
  readonly coinid: string;
  readonly amount: string;
};

const DAY_MS = 86_400_000;
const goingOn: Partial<Record<Withdrawal['status'], Running['status']>> = {
  reviewing: 'reviewing',
  failed: 'checked',
};
const arriving: ReadonlySet<FeedItem['kind']> = new Set(['in', 'deposit', 'bank', 'sale']);

const ended = {
  confirmed: 'withdrawal',
  rejected: 'returned',
  cancelled: 'returned',
  failed: 'returned',
} as const;

function ofTransfer(record: Transfer): FeedItem {
  const { id, time, coinid } = record;
  if (record.type === 'in')
    return { id, kind: 'in', time, coinid, amount: record.received, name: record.address };
  return { id, kind: 'out', time, coinid, amount: record.amount, note: record.description };
}

/** Bank money is credited in USDT. */
function ofBank({ id, time, ended: arrived, credited }: BankOrder): FeedItem[] {
  return credited === null
    ? []
    : [{ id, kind: 'bank', time: arrived ?? time, coinid: 'USDT', amount: credited }];
}

/**
 * When it ended, which is what happened last; the record's own time is that of the request. A failed one has ended when its amount is
 * given back: until then it is held, and may still turn out to be paid.
 */
function ofWithdrawal(record: Withdrawal): FeedItem[] {
  const kind = ended[record.status as keyof typeof ended];
  if (kind === undefined || (record.status === 'failed' && !record.released)) return [];
  const { id, coinid, amount, steps } = record;
  return [{ id, kind, time: steps.at(-1)?.time ?? record.time, coinid, amount }];
}

/** A day's rewards as one: they are settled when the day has ended. Hash power is no money. */
function ofRewards({ day, coinid, total }: DayTotal): FeedItem[] {
  if (coinid === 'POWER' || total === '0') return [];
  const time = new Date(Date.parse(day) + DAY_MS).toISOString();
  return [{ id: `${day} ${coinid}`, kind: 'reward', time, coinid, amount: total }];
}

/** An entry has a record for each of its coins: they are one thing. */
function ofRecords(records: readonly BalanceRecord[]): FeedItem[] {
  const items = new Map<string, FeedItem>();
  for (const { kind: word, reference: id, time, coinid, amount } of records) {
    const kind = booked[word as keyof typeof booked] as BookedKind | undefined;
    if (kind === undefined || (kind === 'sale' && coinid === 'OBL') || amount.startsWith('-')) continue;
    const first = items.get(id);
    items.set(
      id,
      first
        ? { ...first, also: [...(first.also ?? []), { coinid, amount }] }
        : { id, kind, time, coinid, amount },
    );
  }
  return [...items.values()];
}

/** What happened, newest first. */
export function feedOf({ transfers, deposits, banks, withdrawals, rewards, records }: Money): FeedItem[] {
  const credited = deposits.filter((record) => record.status === 'credited');
  const items: FeedItem[] = [
    ...transfers.map(ofTransfer),
    ...credited.map(({ id, time, credited: arrived, coinid, received }) => ({
      id,
      kind: 'deposit' as const,
      // Seen before, perhaps while the member was still here: it is theirs from then on.
      time: arrived ?? time,
      coinid,
      amount: received,
    })),
    ...banks.flatMap(ofBank),
    ...withdrawals.flatMap(ofWithdrawal),
    ...rewards.flatMap(ofRewards),
    ...ofRecords(records),
  ];
  return items.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
}

/** Deposits before they are credited (by bank, once they are paid), withdrawals before they are paid or given back. */
export function runningOf({
  deposits,
  banks,
  withdrawals,
}: Pick<Money, 'deposits' | 'banks' | 'withdrawals'>): Running[] {
  return [
    ...deposits
      .filter((record) => record.status === 'seen')
      .map(({ id, coinid, amount }) => ({
        id,
        kind: 'deposit' as const,
        status: 'confirming' as const,
        coinid,
        amount,
      })),
    ...banks
      .filter(({ status }) => status === 'slip' || status === 'matched')
      .map(({ id, usdt }) => ({
        id,
        kind: 'bank' as const,
        status: 'confirming' as const,
        coinid: 'USDT',
        amount: usdt,
      })),
    ...withdrawals
      .filter((record) => ofWithdrawal(record).length === 0)
      .map(({ id, coinid, amount, status }) => ({
        id,
        kind: 'withdrawal' as const,
        status: goingOn[status] ?? ('paying' as const),
        coinid,
        amount,
      })),
  ];
}

/** Money that came in after a moment. */
export function arrivedSince(items: readonly FeedItem[], since: string | undefined): FeedItem[] {
  if (since === undefined) return [];
  const from = Date.parse(since);
  return items.filter(({ kind, time }) => arriving.has(kind) && Date.parse(time) > from);
}

/** All that it is about, coin by coin. */
export function amountsOf({
  coinid,
  amount,
  also = [],
}: FeedItem): readonly { coinid: string; amount: string }[] {
  return [{ coinid, amount }, ...also];
}

/** Sums of coins, in the order in which they come; plain decimals. */
export function sumsOf(items: readonly FeedItem[]): { coinid: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { coinid, amount } of items.flatMap(amountsOf))
    sums.set(coinid, (sums.get(coinid) ?? 0n) + baseUnits(amount));
  return [...sums].map(([coinid, sum]) => ({ coinid, amount: formatAmount(sum) }));
}
