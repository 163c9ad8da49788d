/** A broken invariant (threats.md I01–I05), in words for the operator. */
export type Finding = { invariant: 'I01' | 'I02' | 'I03' | 'I04' | 'I05'; what: string };
export type Report = (finding: Finding) => void;
export type AccountRow = {
  id: number;
  name: string;
  asset: string;
  balance: bigint;
  last_row: bigint;
  may_be_negative: boolean;
};
export type JournalRow = {
  id: bigint;
  line: number;
  source: number;
  destination: number;
  amount: bigint;
  source_balance: bigint;
  destination_balance: bigint;
  source_previous: bigint;
  destination_previous: bigint;
  reference: string;
};
/** An account as the rows so far leave it: balance, newest row, and what is held under each reference. */
export type Running = { account: AccountRow; balance: bigint; last: bigint; holds: Map<string, bigint> };

/** Before its first row. */
export function beginAt(account: AccountRow): Running {
  return { account, balance: 0n, last: 0n, holds: new Map() };
}

export function isHeldAccount({ name }: Pick<AccountRow, 'name'>): boolean {
  return name.endsWith(':held');
}

/** Adds rows, in their order, to the accounts in `running`, by id. Pure but for `report`. */
export function createTally(
  running: ReadonlyMap<number, Running>,
  report: Report,
): (row: JournalRow) => void {
  const step = (row: JournalRow, id: number, change: bigint, after: bigint, previous: bigint): void => {
    const at = running.get(id);
    if (!at) return report({ invariant: 'I02', what: `row ${row.id}: account ${id} is missing` });
    const label = `row ${row.id}, ${at.account.name} ${at.account.asset}`;
    if (at.last !== previous)
      report({ invariant: 'I02', what: `${label}: the row before it is ${at.last}, not ${previous}` });
    at.balance += change;
    at.last = row.id;
    if (at.balance !== after)
      report({ invariant: 'I02', what: `${label}: balance is ${at.balance}, stored ${after}` });
    if (at.balance < 0n && !at.account.may_be_negative)
      report({ invariant: 'I03', what: `${label}: below zero` });
    if (isHeldAccount(at.account)) hold(at, row, change);
  };

  /** Money is held and set free under one reference; more set free than held means that another hold paid for it. */
  const hold = (at: Running, row: JournalRow, change: bigint): void => {
    const open = (at.holds.get(row.reference) ?? 0n) + change;
    if (open === 0n) at.holds.delete(row.reference);
    else at.holds.set(row.reference, open);
    if (open < 0n)
      report({ invariant: 'I04', what: `row ${row.id}: ${row.reference} frees more than it held` });
  };

  return (row) => {
    if (row.amount <= 0n) report({ invariant: 'I01', what: `row ${row.id}: amount ${row.amount}` });
    const assets = [row.source, row.destination].map((id) => running.get(id)?.account.asset);
    if (assets[0] !== assets[1]) report({ invariant: 'I01', what: `row ${row.id}: two assets` });
    step(row, row.source, -row.amount, row.source_balance, row.source_previous);
    step(row, row.destination, row.amount, row.destination_balance, row.destination_previous);
  };
}

/** Compares what stands in the account with what its rows give; adds the latter to the sums by coin. */
export function compareAccount(
  { account, balance, last }: Omit<Running, 'holds'>,
  sums: Map<string, bigint>,
  report: Report,
): void {
  const label = `${account.name} ${account.asset}`;
  if (account.balance !== balance) {
    report({
      invariant: 'I02',
      what: `${label}: balance ${account.balance}, its postings give ${balance}`,
    });
  }
  if (account.last_row !== last)
    report({ invariant: 'I02', what: `${label}: newest row ${account.last_row}, found ${last}` });
  sums.set(account.asset, (sums.get(account.asset) ?? 0n) + balance);
}

export function compareSums(sums: ReadonlyMap<string, bigint>, report: Report): void {
  for (const [asset, sum] of sums)
    if (sum !== 0n) report({ invariant: 'I01', what: `${asset}: all balances sum to ${sum}` });
}
