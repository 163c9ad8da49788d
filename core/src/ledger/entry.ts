import { findAccountClass } from './account.ts';
import type { AccountName } from './account.ts';

/** Money moved from one account to another: balances by construction. `amount` in base units (10⁻¹⁸), above zero. */
export type Posting = { source: AccountName; destination: AccountName; asset: string; amount: bigint };

export type EntryData = { [name: string]: string | number | boolean | null };

/**
 * What is posted together or not at all. `key` makes it idempotent: unique for (actor, kind, key), for ever.
 * Postings are applied in order, and no member, pool or fee account may go below zero at any of them.
 */
export type JournalEntry = {
  key: string;
  /** The operation in one word: deposit, transfer, withdrawal … */
  kind: string;
  /** The thing that it belongs to, such as `wdr_…`; a hold, its settlement and its release share it. */
  reference: string;
  /** What a statement shows besides; flat and small. */
  data?: EntryData;
  /** Who asked: `member:<id>`, `operator:<account>`, `system:<name>`. */
  actor: string;
  postings: readonly Posting[];
  /** Money leaves the member's hands: refused while the account family (main member's id) is locked. */
  outbound?: { family: string };
};

/** 10²⁰ coins of 18 decimals: more than any coin has, and the ledger's columns hold it. */
export const amountMax = 10n ** 38n;
export const POSTINGS_MAX = 64;
const DATA_LENGTH_MAX = 4_000;

/**
 * Names the first mistake in an entry that no state of the ledger could accept, or nothing. Such an entry is a bug of the
 * caller, never a member's doing, so this is no refusal. Order: key, kind, actor, reference, data, family, postings.
 */
export function findEntryMistake(entry: JournalEntry): string | undefined {
  if (!isText(entry.key, 1, 255)) return `key ${show(entry.key)}`;
  if (!/^[a-z][a-z0-9-]{1,39}$/.test(entry.kind)) return `kind ${show(entry.kind)}`;
  if (!/^(member|operator|system):[\x21-\x7e]{1,80}$/.test(entry.actor)) return `actor ${show(entry.actor)}`;
  if (!isText(entry.reference, 0, 120)) return `reference ${show(entry.reference)}`;
  if (entry.data && JSON.stringify(entry.data).length > DATA_LENGTH_MAX) return 'data: too long';
  if (entry.outbound && !isText(entry.outbound.family, 1, 80)) return `family ${show(entry.outbound.family)}`;
  if (entry.postings.length < 1 || entry.postings.length > POSTINGS_MAX)
    return `${entry.postings.length} postings`;
  return entry.postings.map(findPostingMistake).find((mistake) => mistake !== undefined);
}

/** Names what is wrong with a posting: amount outside 1 … 10³⁸ base units, no asset symbol, unknown or equal accounts. */
export function findPostingMistake(posting: Posting): string | undefined {
  const { source, destination, asset, amount } = posting;
  if (typeof amount !== 'bigint' || amount <= 0n || amount > amountMax)
    return `amount ${show(String(amount))}`;
  if (!/^[A-Z][A-Z0-9]{1,11}$/.test(asset)) return `asset ${show(asset)}`;
  if (source === destination) return `source and destination are both ${show(source)}`;
  const unknown = [source, destination].find((name) => findAccountClass(name) === undefined);
  return unknown === undefined ? undefined : `account ${show(unknown)}`;
}

/** The text whose hash tells whether two requests under one key are the same request. Stable: fields in fixed order. */
export function entryFingerprint(entry: JournalEntry): string {
  const data = Object.entries(entry.data ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const postings = entry.postings.map((item) => [
    item.source,
    item.destination,
    item.asset,
    item.amount.toString(),
  ]);
  return JSON.stringify([entry.reference, data, postings, entry.outbound?.family ?? null]);
}

/** Net change of each (account, asset) that the entry touches. Sums to zero per asset. */
export function entryChanges(entry: Pick<JournalEntry, 'postings'>): Map<string, bigint> {
  const changes = new Map<string, bigint>();
  const add = (account: string, asset: string, amount: bigint): void => {
    const name = `${account} ${asset}`;
    changes.set(name, (changes.get(name) ?? 0n) + amount);
  };
  for (const { source, destination, asset, amount } of entry.postings) {
    add(source, asset, -amount);
    add(destination, asset, amount);
  }
  return changes;
}

function isText(text: string, min: number, max: number): boolean {
  // Control characters would make records unreadable, and PostgreSQL refuses NUL.
  return text.length >= min && text.length <= max && !/\p{Cc}/u.test(text);
}

function show(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
