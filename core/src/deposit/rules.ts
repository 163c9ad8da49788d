import { Refusal } from '../kit/refusal.ts';
import type { AccountName } from '../ledger/account.ts';
import { findCoin } from '../money/coin.ts';
import type { DepositStatus } from './contract.ts';

/** What is known of who asks for a deposit address. `barred`: by country, phone or internet address. */
export type Depositor = {
  country: string | null;
  exitOnly: boolean;
  barred: boolean;
  /** A wallet of the person stands on a sanctions list: what came would be held back. */
  listed: boolean;
  /** ISO text of when their country's cooling-off is over; null when it is. */
  coolingUntil: string | null;
};

/**
 * May this coin be paid in by this person? Refusals in this order: deposit.badcoin, deposit.nochain (its contract is not
 * known yet), then as checkWayIn.
 */
export function checkDepositor(
  coinId: string,
  token: string | undefined,
  who: Depositor,
): Refusal | undefined {
  if (!findCoin(coinId)?.deposit) return new Refusal('deposit.badcoin', { coin: coinId });
  if (token === undefined) return new Refusal('deposit.nochain');
  return checkWayIn(who);
}

/**
 * May money of this person come in at all, by chain or by bank? In order: deposit.barred (also who may only leave), listed, nocountry,
 * cooling.
 */
export function checkWayIn({
  barred,
  exitOnly,
  listed,
  country,
  coolingUntil,
}: Depositor): Refusal | undefined {
  if (barred || exitOnly) return new Refusal('deposit.barred');
  if (listed) return new Refusal('deposit.listed');
  if (country === null) return new Refusal('deposit.nocountry');
  return coolingUntil === null ? undefined : new Refusal('deposit.cooling', { until: coolingUntil });
}

/** What becomes of a final transfer to a deposit address. Amounts in base units; the minimum itself is enough. */
export function decideDeposit(coinId: string, amount: bigint, minimum: bigint): 'credited' | 'ignored' {
  return findCoin(coinId)?.deposit && amount >= minimum ? 'credited' : 'ignored';
}

/** Where deposits that may not be credited wait. */
export const SUSPENSE_ACCOUNT: AccountName = 'suspense:barred';

/** Whether the money stands apart: not the member's to use, and not gone back yet. */
export function isInSuspense(status: DepositStatus | 'none'): boolean {
  return status === 'barred' || status === 'returning';
}

/** A hundredth of the minimum: what is below it is nobody's mistake, and a flood of it is cheap. */
const DUST_PARTS = 100n;

/**
 * Whether an arrival is dust: it is ignored like everything below the minimum, and neither shown before it is final nor told.
 * Base units.
 */
export function isDust(amount: bigint, minimum: bigint): boolean {
  return amount < dustBelow(minimum);
}

/** The least that is no dust, base units, rounded up. */
export function dustBelow(minimum: bigint): bigint {
  return (minimum + DUST_PARTS - 1n) / DUST_PARTS;
}

/** Confirmations of a block under a head: its own counts. Never negative. */
export function confirmationsOf(block: bigint, head: bigint): number {
  return head < block ? 0 : Number(head - block + 1n);
}

export type TransferVerdict = {
  toYou: boolean;
  rightToken: boolean;
  enough: boolean;
  status: DepositStatus | 'none';
};
export type HashVerdict =
  | 'notfound'
  | 'failed'
  | 'nottoyou'
  | 'wrongtoken'
  | 'toosmall'
  | 'confirming'
  | 'barred'
  | 'booked';

/** One plain word for a pasted transaction: the best that can be said of its transfers to the member. */
export function judgeHash(
  found: boolean,
  succeeded: boolean,
  transfers: readonly TransferVerdict[],
): HashVerdict {
  if (!found) return 'notfound';
  if (!succeeded) return 'failed';
  const own = transfers.filter((transfer) => transfer.toYou);
  if (own.length === 0) return 'nottoyou';
  if (own.some((transfer) => transfer.status === 'credited')) return 'booked';
  if (own.some(({ status }) => isInSuspense(status) || status === 'returned')) return 'barred';
  const right = own.filter((transfer) => transfer.rightToken);
  if (right.length === 0) return 'wrongtoken';
  return right.some((transfer) => transfer.enough && transfer.status !== 'ignored')
    ? 'confirming'
    : 'toosmall';
}
