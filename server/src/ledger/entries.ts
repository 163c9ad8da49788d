import { availableAccount, heldAccount } from '@openmere/core/ledger/account.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { digestHex, keyDigest } from './group.ts';
import { askWith, readEntries } from './journal.ts';
import type { Ask, Entry } from './journal.ts';
import { decodeCursor, encodeCursor } from './page-cursor.ts';
import { formatEntryId, parseEntryId } from './posted.ts';
import type { EntryId } from './posted.ts';
import { walkAccount } from './statement.ts';
import type { AccountHead } from './statement.ts';

/** The id of a row holds its group's above these bits. */
const ROWS_OF_GROUP_BITS = 12n;
/** Above every row's id. */
const ROW_ID_MAX = String(2n ** 63n - 1n);

export type EntryPage = { entries: Entry[]; cursor?: string };

/** Rows of one account looked at for one page, when only few are of the wanted kinds; the cursor goes on from there. */
const WALK_MAX = 2_000;

/** The entry with this id, if there is one. Refuses what is no entry id. */
export async function findEntry(db: Db | Tx, entryId: string): Promise<Entry | undefined> {
  const [entry] = await readEntries(askWith(db), [parseEntryId(entryId)]);
  return entry;
}

/** The entry that was posted under this idempotency key, if there is one. Index: journal_key. */
export async function findEntryByKey(
  db: Db | Tx,
  by: { actor: string; kind: string; key: string },
): Promise<Entry | undefined> {
  const ask = askWith(db);
  const digest = digestHex(keyDigest(by.actor, by.kind, by.key));
  const rows = await ask<{ id: bigint }>('select id from ledger.journal where key = $1::uuid', [digest]);
  const [entry] = await readEntries(
    ask,
    rows.map(({ id }) => id),
  );
  return entry;
}

/** The entry of a transfer by its id, if there is one, whosever it is. Index: journal_transfer. */
export async function findTransferEntry(db: Db | Tx, id: string): Promise<Entry | undefined> {
  const ask = askWith(db);
  const rows = await ask<{ id: bigint }>(
    "select id from ledger.journal where reference = $1 and reference like 'tra\\_%'",
    [id],
  );
  const [entry] = await readEntries(
    ask,
    rows.map(({ id: seq }) => seq),
  );
  return entry;
}

/** Which of these idempotency keys of one kind were posted already. Index: journal_key. */
export async function listPostedKeys(
  db: Db | Tx,
  { actor, kind, keys }: { actor: string; kind: string; keys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const byDigest = new Map(keys.map((key) => [digestHex(keyDigest(actor, kind, key)), key]));
  const rows = await askWith(db)<{ digest: string }>(
    "select replace(key::text, '-', '') as digest from ledger.journal where key = any($1::uuid[])",
    [[...byDigest.keys()]],
  );
  return new Set(rows.flatMap(({ digest }) => byDigest.get(digest) ?? []));
}

/** A member's entries of some kinds over all coins, newest first. A page may be short, even empty, and still have a cursor. */
export async function listMemberEntries(
  db: Db | Tx,
  query: { memberId: string; kinds: readonly string[]; cursor?: string; limit: number },
): Promise<EntryPage> {
  const ask = askWith(db);
  const names = [availableAccount(query.memberId), heldAccount(query.memberId)];
  const accounts = await ask<AccountHead>(
    'select id, name, asset, last_row from ledger.account where name = any($1) order by id',
    [names],
  );
  const positions = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const chains: Chain[] = [];
  for (const account of accounts) {
    const from = positions ? (positions[account.id] ?? 0n) : account.last_row;
    chains.push(await walkKinds(ask, account, from, query.kinds, query.limit));
  }
  const { seqs, next } = mergeChains(chains, query.limit);
  const entries = await readEntries(ask, seqs);
  const cursor = encodeCursor(next);
  return cursor === undefined ? { entries } : { entries, cursor };
}

/** What one account contributes: its newest entries of the wanted kinds, and the row where it broke off, if it did. */
type Chain = { id: number; found: { rowId: bigint; seq: bigint }[]; rest?: bigint };

async function walkKinds(
  ask: Ask,
  { id, asset }: AccountHead,
  from: bigint,
  kinds: readonly string[],
  limit: number,
): Promise<Chain> {
  const found: Chain['found'] = [];
  let at: bigint | undefined = from;
  for (let seen = 0; at !== undefined && seen < WALK_MAX && found.length <= limit;) {
    const page: Awaited<ReturnType<typeof walkAccount>> = await walkAccount(
      ask,
      id,
      asset,
      at,
      Math.max(limit, 100),
    );
    seen += Math.max(page.steps.length, 1);
    for (const { rowId, record } of page.steps)
      if (kinds.includes(record.kind)) found.push({ rowId, seq: record.seq });
    at = page.next;
  }
  return at === undefined ? { id, found } : { id, found, rest: at };
}

/**
 * An entry that stands in several accounts (available and held) is one entry. Below the newest row at which a chain broke
 * off the others may not be listed yet, so the page ends there.
 */
function mergeChains(
  chains: readonly Chain[],
  limit: number,
): { seqs: bigint[]; next: Record<string, bigint> } {
  const floor = chains.reduce((newest, { rest = 0n }) => (rest > newest ? rest : newest), 0n);
  const all = new Set(chains.flatMap(({ found }) => found.map(({ seq }) => seq)));
  const complete = [...all].filter((seq) => seq > floor).sort((a, b) => (a < b ? 1 : -1));
  const seqs = complete.slice(0, limit);
  const shown = new Set(seqs);
  const next: Record<string, bigint> = {};
  for (const { id, found, rest } of chains) {
    const start = found.find(({ seq }) => !shown.has(seq))?.rowId ?? rest;
    if (start !== undefined) next[id] = start;
  }
  return { seqs, next };
}

/**
 * Before this entry's id nothing was posted from that time on, but for groups that were posted at the same moment. Groups are
 * numbered in the order of their times: looked for by halves. Index batch_pkey.
 */
export async function findEntryIdAt(db: Db | Tx, time: Date): Promise<EntryId> {
  const ask = askWith(db);
  const [newest] = await ask<{ id: bigint | null }>('select max(id) as id from ledger.batch', []);
  let low = 0n;
  let high = (newest?.id ?? 0n) + 1n;
  while (low < high) {
    const middle = (low + high) / 2n;
    const [batch] = await ask<{ id: bigint; time: Date }>(
      'select id, time from ledger.batch where id >= $1 order by id limit 1',
      [String(middle)],
    );
    if (!batch || batch.time >= time) high = middle;
    else low = batch.id + 1n;
  }
  return formatEntryId(low === 0n ? 1n : low << ROWS_OF_GROUP_BITS);
}

/** The whole journal, newest entries first; for the operators' explorer. `before` is the last entry of the page before. */
export async function listEntries(db: Db | Tx, query: { before?: string; limit: number }): Promise<Entry[]> {
  const ask = askWith(db);
  const rows = await ask<{ id: bigint }>(
    `select j.id from ledger.journal j
      where j.line = 0 and j.id < $1
      order by j.id desc limit $2`,
    [query.before === undefined ? ROW_ID_MAX : String(parseEntryId(query.before)), query.limit],
  );
  return readEntries(
    ask,
    rows.map(({ id }) => id),
  );
}
