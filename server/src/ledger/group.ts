import { hash } from 'node:crypto';
import { assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { entryFingerprint, findEntryMistake } from '@openmere/core/ledger/entry.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { int2Array, int4Array, numericArray, textArray, uuidArray } from './binary-array.ts';
import { formatEntryId, lastBalances } from './posted.ts';
import type { Posted } from './posted.ts';

/** An entry with its digests: `key` finds it again, `input` tells whether it asks for the same. 16 bytes each. */
export type Request = { entry: JournalEntry; key: Buffer; input: Buffer };

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

export const POST_GROUP =
  'select r_time, r_codes, r_ids, r_source_balances, r_destination_balances, r_busy from ledger.post_group($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)';
export const FIND_ACCOUNTS =
  'select a.id, a.name, a.asset from unnest($1::text[], $2::text[]) as w(name, asset) join ledger.account a on a.name = w.name and a.asset = w.asset';
export const OPEN_ACCOUNTS = 'select ledger.open_accounts($1, $2) as ids';
export const OPEN_KINDS = 'select ledger.open_kinds($1) as ids';

/** Postings of one group, all entries together; the function takes up to 4095. */
export const groupPostingsMax = 2_048;

/** Checks an entry that the ledger is about to post (a mistake in it is a bug of the caller) and computes its digests. */
export function makeRequest(entry: JournalEntry): Request {
  const mistake = findEntryMistake(entry);
  assert(mistake === undefined, `journal entry ${entry.kind}: ${mistake}`);
  return {
    entry,
    key: keyDigest(entry.actor, entry.kind, entry.key),
    input: digest(entryFingerprint(entry)),
  };
}

/** Digest under which an entry of this actor, kind and idempotency key is found. */
export function keyDigest(actor: string, kind: string, key: string): Buffer {
  return digest(JSON.stringify([actor, kind, key]));
}

function digest(text: string): Buffer {
  // Half of SHA-256 is enough to never meet by chance, and halves the index.
  return hash('sha256', text, 'buffer').subarray(0, 16);
}

/** The name under which an account id is kept on this side. */
export function accountKey(name: string, asset: string): string {
  return `${name} ${asset}`;
}

/** All (account, asset) pairs of the requests, each once. */
export function listAccounts(requests: readonly Request[]): Map<string, { name: string; asset: string }> {
  const accounts = new Map<string, { name: string; asset: string }>();
  for (const { entry } of requests) {
    for (const { source, destination, asset } of entry.postings) {
      accounts.set(accountKey(source, asset), { name: source, asset });
      accounts.set(accountKey(destination, asset), { name: destination, asset });
    }
  }
  return accounts;
}

type Line = { request: Request; posting: Posting; line: number };

function linesOf(requests: readonly Request[]): Line[] {
  return requests.flatMap((request) =>
    request.entry.postings.map((posting, line) => ({ request, posting, line })),
  );
}

/** For so long a group waits for members' accounts that somebody else holds: longer than most transactions take. */
const WAIT_MS = 10;

/**
 * Parameters of `POST_GROUP`. All accounts and kinds must be in the two maps. `all` waits for every account; `free` only for
 * the house's own, which every group needs and nobody holds for long, and for the members' a moment.
 */
export function encodeGroup(
  requests: readonly Request[],
  accountIds: ReadonlyMap<string, number>,
  kindIds: ReadonlyMap<string, number>,
  takes: 'all' | 'free',
): (Buffer | number | null)[] {
  const lines = linesOf(requests);
  const idOf = (name: string, asset: string): number => known(accountIds, accountKey(name, asset));
  const source = lines.map(({ posting }) => idOf(posting.source, posting.asset));
  const destination = lines.map(({ posting }) => idOf(posting.destination, posting.asset));
  const accounts = [...new Set([...source, ...destination])].sort((a, b) => a - b);
  const places = new Map(accounts.map((id, index) => [id, index + 1]));
  /** What belongs to the entry stands at its first line only. */
  const first = <T>(pick: (request: Request) => T): (T | null)[] =>
    lines.map(({ request, line }) => (line === 0 ? pick(request) : null));
  const outbound = requests.some(({ entry }) => entry.outbound !== undefined);
  return [
    int4Array(accounts),
    int4Array(source.map((id) => known(places, id))),
    int4Array(destination.map((id) => known(places, id))),
    int2Array(lines.map(({ line }) => line)),
    int2Array(first(({ entry }) => known(kindIds, entry.kind))),
    uuidArray(first(({ key }) => key)),
    uuidArray(first(({ input }) => input)),
    numericArray(lines.map(({ posting }) => posting.amount)),
    textArray(first(({ entry }) => entry.actor)),
    textArray(first(({ entry }) => entry.reference)),
    textArray(first(({ entry }) => (entry.data ? JSON.stringify(entry.data) : 'null'))),
    outbound ? textArray(first(({ entry }) => entry.outbound?.family ?? null)) : null,
    takes === 'all' ? null : int4Array(ownAccounts(requests).map((key) => known(accountIds, key))),
    takes === 'all' ? null : WAIT_MS,
  ];
}

function ownAccounts(requests: readonly Request[]): string[] {
  return [...listAccounts(requests)]
    .filter(([, { name }]) => !name.startsWith('member:'))
    .map(([key]) => key);
}

function known<K>(ids: ReadonlyMap<K, number>, key: K): number {
  const id = ids.get(key);
  assert(id !== undefined, `no id for ${String(key)}`);
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
    default:
      return { code: 'locked', family: entry.outbound?.family ?? '' };
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
