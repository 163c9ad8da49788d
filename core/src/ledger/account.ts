/**
 * Ledger accounts. A balance is "in minus out": postings to the account minus postings from it. So what the house owes
 * (members, pools, fees) is positive, and what it holds (treasury, bank) is negative; all balances of a coin sum to zero.
 */
export type AccountName =
  | `member:${string}:available`
  | `member:${string}:held`
  | `pool:${string}`
  | `fee:${string}`
  | `treasury:${string}`
  | `suspense:${string}`
  | `bank:${string}`
  | 'world';

export type AccountClass = 'member' | 'pool' | 'fee' | 'treasury' | 'suspense' | 'bank' | 'world';
export type NormalSide = 'credit' | 'debit';
export type AccountRule = {
  pattern: RegExp;
  normalSide: NormalSide;
  mayBeNegative: boolean;
  meaning: string;
};

const WORD = '[a-z0-9][a-z0-9-]{0,40}';

/**
 * The chart of accounts (rulebook §3). `mayBeNegative` speaks of "in minus out". Accounts that mirror the world outside may
 * be: what has happened on a chain or at a bank must always be recordable. The same rule stands in 0002-ledger.sql as a CHECK.
 */
export const chartOfAccounts: Readonly<Record<AccountClass, AccountRule>> = {
  member: {
    pattern: /^member:[A-Za-z0-9_]{1,40}:(available|held)$/,
    normalSide: 'credit',
    mayBeNegative: false,
    meaning: 'what the house owes a member: free, or held by a withdrawal or an order',
  },
  pool: {
    pattern: new RegExp(`^pool:${WORD}$`),
    normalSide: 'credit',
    mayBeNegative: false,
    meaning: 'money set aside for payouts, filled by real fees only',
  },
  fee: {
    pattern: new RegExp(`^fee:${WORD}$`),
    normalSide: 'credit',
    mayBeNegative: false,
    meaning: 'fees earned and not distributed yet',
  },
  treasury: {
    pattern: new RegExp(`^treasury:${WORD}$`),
    normalSide: 'debit',
    mayBeNegative: true,
    meaning: 'what our addresses hold on a chain, as minus the balance',
  },
  suspense: {
    pattern: new RegExp(`^suspense:${WORD}$`),
    normalSide: 'credit',
    mayBeNegative: true,
    meaning: 'money whose owner or reason is not known yet',
  },
  bank: {
    pattern: new RegExp(`^bank:${WORD}$`),
    normalSide: 'debit',
    mayBeNegative: true,
    meaning: 'what a bank holds for us, as minus the balance',
  },
  world: {
    pattern: /^world$/,
    normalSide: 'debit',
    mayBeNegative: true,
    meaning: 'where ledger-only credits (EQUITY, OBL, POY) come from and go to',
  },
};

/** The class that a name belongs to by its first word; undefined when the name is not of the chart. */
export function findAccountClass(name: string): AccountClass | undefined {
  const first = name.split(':', 1)[0] ?? '';
  if (!isAccountClass(first)) return undefined;
  return chartOfAccounts[first].pattern.test(name) ? first : undefined;
}

function isAccountClass(text: string): text is AccountClass {
  return Object.hasOwn(chartOfAccounts, text);
}

/** The member that an account belongs to; undefined for accounts of the house. */
export function findAccountMember(name: string): string | undefined {
  return findAccountClass(name) === 'member' ? name.split(':')[1] : undefined;
}

export function availableAccount(memberId: string): AccountName {
  return `member:${memberId}:available`;
}

export function heldAccount(memberId: string): AccountName {
  return `member:${memberId}:held`;
}

/** A balance seen from the account's normal side: reserves come out positive (sign only, no rounding). */
export function normalBalance(name: AccountName, balance: bigint): bigint {
  const found = findAccountClass(name);
  return found && chartOfAccounts[found].normalSide === 'debit' ? -balance : balance;
}
