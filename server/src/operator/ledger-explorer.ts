import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { findAccountClass, findAccountMember } from '@openmere/core/ledger/account.ts';
import type { AccountName } from '@openmere/core/ledger/account.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type {
  adminLedgerAccounts,
  adminLedgerEntries,
  adminLedgerVerify,
} from '@openmere/core/operator/contract.ts';
import { balanceOf, listAccountBalances } from '../ledger/balances.ts';
import { findEntryIdAt, listEntries } from '../ledger/entries.ts';
import { askWith, readEntries } from '../ledger/journal.ts';
import type { Entry } from '../ledger/journal.ts';
import { readStatement } from '../ledger/statement.ts';
import { listNicknames } from '../member/store.ts';
import type { Ctx } from '../platform/context.ts';
import { decodeCursor, encodeCursor, readPage } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { lockRecount } from './recount-store.ts';

const PAGE_SIZE = 50;
/** Entries looked at in one call: so many at a time, so many times; the cursor leads on. */
const LOOK_SIZE = 200;
const LOOKS_MAX = 20;
const SLACK_MS = 60_000;
/** Records read at a time while an account is recomputed. */
const VERIFY_CHUNK = 500;
/** When whoever wants another account recounted may look again. */
const RECOUNT_SECONDS = 5;

type Filter = CallParsed<typeof adminLedgerEntries>;
type Found = { entries: Entry[]; cursor?: string };

/** Admin/LedgerEntries. Rare kinds and references are looked for page by page: the cursor leads on where a look ended. */
export async function showLedgerEntries(
  ctx: Pick<Ctx, 'tx'>,
  input: Filter,
): Promise<CallResult<typeof adminLedgerEntries>> {
  const { tx } = ctx;
  const { entries, cursor } =
    input.account === undefined
      ? await searchJournal(tx, input)
      : await searchAccount(tx, input, input.account);
  const names = await listNicknames(tx, entries.flatMap(listMembers));
  const list = entries.map((entry) => showEntry(entry, names));
  return cursor === undefined ? { list } : { list, cursor };
}

function isWanted({ kind, reference, time }: Entry, input: Filter): boolean {
  return (
    (input.kind === undefined || kind === input.kind) &&
    (input.reference === undefined || reference === input.reference) &&
    (input.from === undefined || time >= new Date(input.from)) &&
    (input.until === undefined || time < new Date(input.until))
  );
}

/** Groups that are posted at the same moment may be numbered the other way round. */
const isBefore = ({ time }: Entry, from: string | undefined): boolean =>
  from !== undefined && time.getTime() < Date.parse(from) - SLACK_MS;
const afterUntil = (until: string): Date => new Date(Date.parse(until) + SLACK_MS);

/** Over all accounts, newest first. */
async function searchJournal(tx: Tx, input: Filter): Promise<Found> {
  const size = input.pageSize ?? PAGE_SIZE;
  const entries: Entry[] = [];
  let before =
    decodeCursor('ledger entries', input.cursor)?.[0] ??
    (input.until === undefined ? undefined : await findEntryIdAt(tx, afterUntil(input.until)));
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const query = { ...(before === undefined ? {} : { before: String(before) }), limit: LOOK_SIZE };
    const page = await listEntries(tx, query);
    for (const entry of page) {
      before = entry.entryId;
      if (isBefore(entry, input.from)) return { entries };
      if (isWanted(entry, input)) entries.push(entry);
      if (entries.length === size) return { entries, cursor: encodeCursor('ledger entries', [before]) };
    }
    if (page.length < LOOK_SIZE) return { entries };
  }
  return { entries, cursor: encodeCursor('ledger entries', [before ?? '']) };
}

/** Of one account, over all its coins, newest first: along the account's own chains of rows. */
async function searchAccount(tx: Tx, input: Filter, account: string): Promise<Found> {
  const size = input.pageSize ?? PAGE_SIZE;
  const name = `ledger entries ${account}`;
  const entries: Entry[] = [];
  const [start, lastSeq] = decodeCursor(name, input.cursor) ?? [];
  let cursor = typeof start === 'string' ? start : undefined;
  let last = lastSeq;
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const page = await readStatement(tx, {
      account: account as AccountName,
      limit: size - entries.length,
      ...(cursor === undefined ? {} : { cursor }),
    });
    // One record a coin: an entry over two coins stands there twice, and a page may end between them.
    const seqs = new Set(page.records.map(({ seq }) => seq));
    const all = (await readEntries(askWith(tx), [...seqs])).filter(({ seq }) => seq !== last);
    entries.push(...all.filter((entry) => isWanted(entry, input)));
    ({ cursor } = page);
    last = page.records.at(-1)?.seq ?? last;
    if (cursor === undefined || all.some((entry) => isBefore(entry, input.from))) return { entries };
    if (entries.length === size) break;
  }
  return { entries, cursor: encodeCursor(name, [cursor ?? null, last ?? null]) };
}

/** Whose accounts an entry touches. */
function listMembers({ postings }: Pick<Entry, 'postings'>): string[] {
  return postings.flatMap(({ source, destination }) =>
    [source, destination].flatMap((account) => findAccountMember(account) ?? []),
  );
}

function showEntry(entry: Entry, nicknames: ReadonlyMap<string, string>) {
  const names = listMembers(entry).map((id) => [id, nicknames.get(id) ?? id] as const);
  return {
    id: entry.entryId,
    time: entry.time.toISOString(),
    kind: entry.kind,
    reference: entry.reference,
    actor: entry.actor,
    postings: entry.postings.map((posting) => ({
      source: posting.source,
      destination: posting.destination,
      coinid: posting.asset,
      amount: formatAmount(posting.amount),
      sourceafter: formatAmount(posting.sourceBalance),
      destinationafter: formatAmount(posting.destinationBalance),
    })),
    names: Object.fromEntries(names),
  };
}

/** Admin/LedgerAccounts: by name, with their balances. */
export async function showLedgerAccounts(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminLedgerAccounts>,
): Promise<CallResult<typeof adminLedgerAccounts>> {
  const { tx } = ctx;
  const page = await readPage(
    { ...input, list: 'ledger accounts', size: PAGE_SIZE },
    (after: { account: string; asset: string } | undefined, limit) =>
      listAccountBalances(tx, input.prefix ?? '', { after, limit }),
    ({ account, asset }) => ({ account, asset }),
  );
  const nicknames = await listNicknames(
    tx,
    page.list.flatMap((row) => findAccountMember(row.account) ?? []),
  );
  const list = page.list.map((row) => ({
    account: row.account,
    coinid: row.asset,
    balance: formatAmount(row.balance),
    nickname: nicknames.get(findAccountMember(row.account) ?? '') ?? null,
  }));
  return { ...page, list };
}

/** Admin/LedgerVerify: adds up every posting of one account and compares with the stored balance, in one snapshot. Refusals in order: invalid, ratelimited. */
export async function verifyLedgerAccount(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminLedgerVerify>,
): Promise<CallResult<typeof adminLedgerVerify>> {
  const { tx } = ctx;
  const account = input.account as AccountName;
  if (!findAccountClass(account)) throw new Refusal('request.invalid', { field: 'account' });
  // A long account takes a connection that money needs as well for as long: one of them, whoever asks.
  if (!(await lockRecount(tx))) throw new Refusal('request.ratelimited', { seconds: RECOUNT_SECONDS });
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
    const query = { account, asset, limit: VERIFY_CHUNK, ...(cursor === undefined ? {} : { cursor }) };
    const page = await readStatement(tx, query);
    for (const record of page.records) sum += record.amount;
    count += page.records.length;
    cursor = page.cursor;
  } while (cursor !== undefined);
  return { sum, count };
}
