import { hash } from 'node:crypto';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { entryFingerprint, findEntryMistake } from '@openmere/core/ledger/entry.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import pg from 'pg';
import { int2Array, int4Array, numericArray, textArray, uuidArray } from '../platform/db/binary-array.ts';
import { exactTypes } from '../platform/db/connect.ts';
import type { PipedQuery } from '../platform/db/piped.ts';
import { formatEntryId, lastBalances } from './posted.ts';
import type { Posted } from './posted.ts';

/** 16 bytes, one a character: what Node makes and compares quickest. */
export type Digest = string;

/**
 * An entry with its digests: `key` finds it again, `input` tells whether it asks for the same. `legs` are the
 * accounts of each posting by `accountKey`, `sources` those that the entry takes from, each once: its others only receive,
 * and what is received in any order comes to the same.
 */
export type Request = {
  entry: JournalEntry;
  key: Digest;
  input: Digest;
  legs: readonly { source: string; destination: string }[];
  sources: readonly string[];
};

/** What the function answered for one entry. `replayed` and `locked` need one more question to be told in full. */
export type Outcome =
  | { code: 'posted'; posted: Posted }
  | { code: 'replayed'; seq: bigint }
  | { code: 'refused'; refusal: Refusal }
  | { code: 'locked'; family: string };

export type GroupRow = {
  r_time: Date;
  r_codes: number[];
  r_ids: (bigint | null)[];
  r_source_balances: (bigint | null)[];
  r_destination_balances: (bigint | null)[];
  /** Ids of accounts that somebody else holds: nothing was posted. Null when all were free, or waited for. */
  r_busy: number[] | null;
};

/** The same row as PostgreSQL wrote it: reading a thousand numbers can wait until the commit is on its way. */
export type GroupText = Record<Exclude<keyof GroupRow, 'r_time' | 'r_busy'>, string> & {
  r_time: Date;
  r_busy: string | null;
};

export const POST_GROUP =
  'select r_time, r_codes, r_ids, r_source_balances, r_destination_balances, r_busy from ledger.post_group($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15)';
export const FIND_ACCOUNTS =
  'select a.id, a.name, a.asset from unnest($1::text[], $2::text[]) as w(name, asset) join ledger.account a on a.name = w.name and a.asset = w.asset';
/** Ids in the order asked, null where there is none. */
export const ACCOUNT_IDS =
  'select array(select a.id from unnest($1::text[], $2::text[]) with ordinality as w(name, asset, place) left join ledger.account a on a.name = w.name and a.asset = w.asset order by w.place) as ids';
export const OPEN_ACCOUNTS = 'select ledger.open_accounts($1, $2) as ids';
export const OPEN_KINDS = 'select ledger.open_kinds($1) as ids';

const textOfArrays: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.TIMESTAMPTZ
      ? exactTypes.getTypeParser(oid, format)
      : (text: string) => text) as pg.CustomTypesConfig['getTypeParser'],
};

/** Asks `POST_GROUP`, prepared once a connection. */
export async function askPosted(query: PipedQuery, values: unknown[]): Promise<GroupText> {
  const [row] = await query<GroupText>({
    name: 'post group',
    text: POST_GROUP,
    values,
    types: textOfArrays,
  });
  assert(row, 'post_group answers one row');
  return row;
}

export function readGroupRow(row: GroupText): GroupRow {
  return {
    r_time: row.r_time,
    r_codes: readArray(row.r_codes, Number),
    r_ids: readArray(row.r_ids, BigInt),
    r_source_balances: readArray(row.r_source_balances, BigInt),
    r_destination_balances: readArray(row.r_destination_balances, BigInt),
    r_busy: row.r_busy === null ? null : readArray(row.r_busy, Number),
  };
}

/** Numbers are never quoted in an array. */
function readArray<T>(text: string, read: (item: string) => T): T[];
function readArray<T>(text: string, read: (item: string) => T): (T | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : read(item)));
}

/** Postings of one group, all entries together; the function takes up to 4095. */
export const GROUP_POSTINGS_MAX = 2_048;

/** Checks an entry that the ledger is about to post (a mistake in it is a bug of the caller) and computes its digests. */
export function makeRequest(entry: JournalEntry): Request {
  const mistake = findEntryMistake(entry);
  assert(mistake === undefined, `journal entry ${entry.kind}: ${mistake}`);
  const legs = entry.postings.map(({ source, destination, asset }) => ({
    source: accountKey(source, asset),
    destination: accountKey(destination, asset),
  }));
  const sources = legs.map(({ source }) => source);
  return {
    entry,
    key: keyDigest(entry.actor, entry.kind, entry.key),
    input: digest(entryFingerprint(entry)),
    legs,
    sources: sources.length === 1 ? sources : [...new Set(sources)],
  };
}

/**
 * Digest under which an entry of this actor, kind and idempotency key is found. Where the key is a version 7 UUID, it begins
 * with the time in it: keys of one moment then stand beside each other in the index (0235). What is left of the digest, 80
 * bits, need only tell apart requests of one actor and kind in one millisecond: a key that met another would be refused.
 */
export function keyDigest(actor: string, kind: string, key: string): Digest {
  const of = digest(JSON.stringify([actor, kind, key]));
  if (!TIMED_KEY.test(key)) return of;
  const time = key.slice(0, 8) + key.slice(9, 13);
  return Buffer.from(time, 'hex').toString('binary') + of.slice(0, 16 - TIME_BYTES);
}

/** A version 7 UUID: 48 bits of milliseconds first. */
const TIMED_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const TIME_BYTES = 6;

/** As PostgreSQL reads a uuid. */
export function digestHex(of: Digest): string {
  return Buffer.from(of, 'binary').toString('hex');
}

function digest(text: string): Digest {
  // Half of SHA-256 is enough to never meet by chance, and halves the index.
  return hash('sha256', text, 'binary').slice(0, 16);
}

/** The name under which an account id is kept on this side. */
export function accountKey(name: string, asset: string): string {
  return `${name} ${asset}`;
}

/** All (account, asset) pairs of the requests, each once. */
export function listAccounts(requests: readonly Request[]): Map<string, { name: string; asset: string }> {
  const accounts = new Map<string, { name: string; asset: string }>();
  for (const { entry, legs } of requests) {
    entry.postings.forEach(({ source, destination, asset }, line) => {
      const leg = legs[line];
      if (leg && !accounts.has(leg.source)) accounts.set(leg.source, { name: source, asset });
      if (leg && !accounts.has(leg.destination)) accounts.set(leg.destination, { name: destination, asset });
    });
  }
  return accounts;
}

/** Whether every account of the requests has an id here. */
export function knowsAll(accountIds: ReadonlyMap<string, number>, requests: readonly Request[]): boolean {
  return requests.every(({ legs }) =>
    legs.every(({ source, destination }) => accountIds.has(source) && accountIds.has(destination)),
  );
}

/**
 * Parameters of `POST_GROUP`. All accounts and kinds must be in the two maps. `all` waits for every account; `free` only for
 * the house's own, which every group needs and nobody holds for long, and for the members' a moment; it says what the whole
 * group comes to, so that one in which nothing is refused is written at once (0234).
 */
export function encodeGroup(
  requests: readonly Request[],
  accountIds: ReadonlyMap<string, number>,
  kindIds: ReadonlyMap<string, number>,
  takes: 'all' | 'free',
): (Buffer | null)[] {
  const legs = requests.flatMap((request) => request.legs);
  const source = legs.map((leg) => known(accountIds, leg.source));
  const destination = legs.map((leg) => known(accountIds, leg.destination));
  const accounts = Int32Array.from(new Set([...source, ...destination])).sort();
  const places = new Map<number, number>();
  accounts.forEach((id, index) => places.set(id, index + 1));
  /** What belongs to the entry stands at its first line only. */
  const first = <T>(pick: (request: Request) => T): (T | null)[] => {
    const column: (T | null)[] = [];
    for (const request of requests) {
      column.push(pick(request));
      for (let line = 1; line < request.legs.length; line += 1) column.push(null);
    }
    return column;
  };
  const outbound = requests.some(({ entry }) => entry.outbound !== undefined);
  return [
    int4Array(accounts),
    int4Array(source.map((id) => known(places, id))),
    int4Array(destination.map((id) => known(places, id))),
    int2Array(requests.flatMap((request) => request.legs.map((_, line) => line))),
    int2Array(first(({ entry }) => known(kindIds, entry.kind))),
    uuidArray(first(({ key }) => key)),
    uuidArray(first(({ input }) => input)),
    numericArray(requests.flatMap(({ entry }) => entry.postings.map(({ amount }) => amount))),
    textArray(first(({ entry }) => entry.actor)),
    textArray(first(({ entry }) => entry.reference)),
    textArray(first(({ entry }) => (entry.data ? JSON.stringify(entry.data) : null))),
    outbound ? textArray(first(({ entry }) => entry.outbound?.family ?? null)) : null,
    ...(takes === 'all'
      ? [null, null, null]
      : freeParameters(requests, accountIds, source, destination, places)),
  ];
}

/** The house's accounts, and what the whole group adds to each account, and the place of the last posting that touches it. */
function freeParameters(
  requests: readonly Request[],
  accountIds: ReadonlyMap<string, number>,
  source: readonly number[],
  destination: readonly number[],
  places: ReadonlyMap<number, number>,
): Buffer[] {
  const changes = Array.from(places, () => 0n);
  const lasts = Array.from(places, () => 0);
  let at = 0;
  for (const { entry } of requests) {
    for (const { amount } of entry.postings) {
      const from = known(places, source[at] ?? 0) - 1;
      const to = known(places, destination[at] ?? 0) - 1;
      at += 1;
      changes[from] = (changes[from] ?? 0n) - amount;
      changes[to] = (changes[to] ?? 0n) + amount;
      lasts[from] = at;
      lasts[to] = at;
    }
  }
  return [int4Array(ownAccounts(requests, accountIds)), numericArray(changes), int2Array(lasts)];
}

/** Ids of the accounts of the requests that are no member's, each once. */
function ownAccounts(requests: readonly Request[], accountIds: ReadonlyMap<string, number>): number[] {
  const own = new Set<number>();
  for (const { legs } of requests) {
    for (const { source, destination } of legs) {
      if (!source.startsWith('member:')) own.add(known(accountIds, source));
      if (!destination.startsWith('member:')) own.add(known(accountIds, destination));
    }
  }
  return [...own];
}

function known<K>(ids: ReadonlyMap<K, number>, key: K): number {
  const id = ids.get(key);
  // The message is made only when it is needed: this is asked thousands of times a second.
  if (id === undefined) assert(false, `no id for ${String(key)}`);
  return id;
}

/** The function's answer, one outcome per request. */
export function decodeGroup(requests: readonly Request[], row: GroupRow): Outcome[] {
  let at = 0;
  return requests.map((request) => {
    const outcome = decodeOne(request, row, at);
    at += request.entry.postings.length;
    return outcome;
  });
}

function decodeOne(request: Request, row: GroupRow, at: number): Outcome {
  const { entry } = request;
  const seq = row.r_ids[at];
  switch (row.r_codes[at]) {
    case 0: {
      assert(typeof seq === 'bigint', 'a posted entry has an id');
      const legs = entry.postings.map((posting, line) => ({
        ...posting,
        sourceBalance: present(row.r_source_balances[at + line]),
        destinationBalance: present(row.r_destination_balances[at + line]),
      }));
      const { kind, reference } = entry;
      const balances = lastBalances(legs);
      return {
        code: 'posted',
        posted: {
          entryId: formatEntryId(seq),
          seq,
          time: row.r_time,
          kind,
          reference,
          replayed: false,
          balances,
        },
      };
    }
    case 1:
      assert(typeof seq === 'bigint', 'a replayed entry has an id');
      return { code: 'replayed', seq };
    case 2:
      return { code: 'refused', refusal: new Refusal('ledger.keyconflict') };
    case 3:
      return {
        code: 'refused',
        refusal: refuseInsufficient(entry, present(seq), present(row.r_source_balances[at])),
      };
    case 4:
      return { code: 'locked', family: entry.outbound?.family ?? '' };
    case 5:
      return { code: 'refused', refusal: new Refusal('ledger.closed') };
    default:
      assert(false, `the ledger answered code ${row.r_codes[at]}`);
  }
}

function present(value: bigint | null | undefined): bigint {
  assert(typeof value === 'bigint', 'the ledger answered a number');
  return value;
}

/** `needed` is all that the entry takes from the account that ran short, `available` what that had before the entry. */
function refuseInsufficient(entry: JournalEntry, line: bigint, available: bigint): Refusal {
  const short = entry.postings[Number(line)];
  assert(short !== undefined, 'the account that ran short is a source of the entry');
  const taken = entry.postings.filter(
    ({ source, asset }) => source === short.source && asset === short.asset,
  );
  const needed = taken.reduce((sum, { amount }) => sum + amount, 0n);
  return new Refusal('ledger.insufficient', {
    asset: short.asset,
    needed: formatAmount(needed),
    available: formatAmount(available),
  });
}
