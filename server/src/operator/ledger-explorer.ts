import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findAccountClass } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type {
  adminLedgerAccounts,
  adminLedgerEntries,
  adminLedgerVerify,
} from '@openmere/core/operator/contract.ts';
import { balanceOf, listAccountBalances } from '../ledger/balances.ts';
import { listEntries } from './ledger-entries.ts';
import type { ShownEntry } from './ledger-entries.ts';
import { readStatement } from '../ledger/statement.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/connect.ts';

const pageSizeDefault = 50;
/** Records read at a time while an account is recomputed. */
const verifyChunk = 500;

/** Admin/LedgerEntries: newest first, by account, kind and reference. */
export async function showLedgerEntries(
  tx: Tx,
  input: CallParsed<typeof adminLedgerEntries>,
): Promise<CallResult<typeof adminLedgerEntries>> {
  const size = input.pageSize ?? pageSizeDefault;
  const before = decodeCursor('ledger entries', input.cursor)?.[0];
  const entries = await listEntries(tx, {
    limit: size + 1,
    ...(input.account === undefined ? {} : { account: input.account }),
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.reference === undefined ? {} : { reference: input.reference }),
    ...(before === undefined ? {} : { before: BigInt(String(before)) }),
  });
  const page = entries.slice(0, size);
  const last = page.at(-1);
  const list = page.map(showEntry);
  return entries.length > size && last
    ? { list, cursor: encodeCursor('ledger entries', [String(last.seq)]) }
    : { list };
}

function showEntry(entry: ShownEntry) {
  return {
    id: entry.entryId,
    time: entry.time.toISOString(),
    kind: entry.kind,
    reference: entry.reference,
    actor: entry.actor,
    hash: entry.hash,
    postings: entry.postings.map((posting) => ({
      source: posting.source,
      destination: posting.destination,
      coinid: posting.asset,
      amount: formatAmount(posting.amount),
      sourceafter: formatAmount(posting.sourceBalance),
      destinationafter: formatAmount(posting.destinationBalance),
    })),
  };
}

/** Admin/LedgerAccounts: by name, with their balances. */
export async function showLedgerAccounts(
  tx: Tx,
  input: CallParsed<typeof adminLedgerAccounts>,
): Promise<CallResult<typeof adminLedgerAccounts>> {
  const size = input.pageSize ?? pageSizeDefault;
  const [account, asset] = decodeCursor('ledger accounts', input.cursor) ?? [];
  const after = account === undefined ? {} : { after: { account: String(account), asset: String(asset) } };
  const rows = await listAccountBalances(tx, input.prefix ?? '', { limit: size + 1, ...after });
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const list = page.map((row) => ({
    account: row.account,
    coinid: row.asset,
    balance: formatAmount(row.balance),
  }));
  return rows.length > size && last
    ? { list, cursor: encodeCursor('ledger accounts', [last.account, last.asset]) }
    : { list };
}

/** Admin/LedgerVerify: adds up every posting of one account and compares with the stored balance, in one snapshot. */
export async function verifyLedgerAccount(
  tx: Tx,
  input: CallParsed<typeof adminLedgerVerify>,
): Promise<CallResult<typeof adminLedgerVerify>> {
  const account = input.account as AccountName;
  if (!findAccountClass(account)) throw new Refusal('request.invalid', { field: 'account' });
  // The walk starts at the account's newest row, so postings made meanwhile would show as a difference: read both again then.
  for (let round = 0; ; round += 1) {
    const stored = await balanceOf(tx, account, input.coinid);
    const { sum, count } = await addUp(tx, account, input.coinid);
    const equal = sum === stored;
    if (equal || round === 2) {
      return { stored: formatAmount(stored), recomputed: formatAmount(sum), postings: count, equal };
    }
  }
}

async function addUp(tx: Tx, account: AccountName, asset: string): Promise<{ sum: bigint; count: number }> {
  let sum = 0n;
  let count = 0;
  let cursor: string | undefined;
  do {
    const query = { account, asset, limit: verifyChunk, ...(cursor === undefined ? {} : { cursor }) };
    const page = await readStatement(tx, query);
    for (const record of page.records) sum += record.amount;
    count += page.records.length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { sum, count };
}
