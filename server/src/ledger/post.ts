import { assert } from '@openmere/core/kit/fault.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { textArray } from '../platform/db/binary-array.ts';
import type { Tx } from '../platform/db/connect.ts';
import { chooseFree } from './free-first.ts';
import {
  ACCOUNT_IDS,
  OPEN_ACCOUNTS,
  OPEN_KINDS,
  POST_GROUP,
  decodeGroup,
  encodeGroup,
  listAccounts,
  makeRequest,
} from './group.ts';
import type { GroupRow, Request } from './group.ts';
import { askWith } from './journal.ts';
import type { Ask } from './journal.ts';
import { completeOutcomes } from './outcome.ts';
import type { Answer } from './outcome.ts';
import type { Posted } from './posted.ts';

/** Called in the transaction that posts, with what is new (replays left out): the place to write outbox rows. */
export type OnPosted = (tx: Tx, posted: readonly Posted[]) => Promise<void>;
export type PostDeps = { onPosted?: OnPosted };

/**
 * Posts one entry inside the caller's transaction. Ordered refusals: `ledger.keyconflict` (the key was used for another
 * input; the same input answers what it answered then, `replayed`), `ledger.locked` { until }, `ledger.insufficient`
 * { asset, needed, available }. After a refusal nothing of the entry is written, and the transaction is still usable.
 * Locks: the entry's accounts by id, then one lane of the hash chain, both until the transaction ends: post late and commit.
 */
export async function postEntry(tx: Tx, entry: JournalEntry, deps: PostDeps = {}): Promise<Posted> {
  const [answer] = await postAll(tx, [entry], deps);
  assert(answer, 'one entry has one answer');
  if (answer.refusal) throw answer.refusal;
  return answer.posted;
}

/** Posts several entries in order, each accepted or refused by itself, in the caller's transaction. */
export async function postAll(
  tx: Tx,
  entries: readonly JournalEntry[],
  deps: PostDeps = {},
): Promise<Answer[]> {
  const requests = entries.map(makeRequest);
  const ask = askWith(tx);
  const accounts = [...listAccounts(requests).entries()];
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const accountIds = await findOrOpen(ask, accounts);
  const kindIds = await openKinds(ask, kinds);
  const answers = await askGroup(ask, requests, accountIds, kindIds);
  const posted = listFresh(answers);
  if (posted.length > 0) await deps.onPosted?.(tx, posted);
  return answers;
}

/** What was posted now: neither refused nor a replay. */
export function listFresh(answers: readonly Answer[]): Posted[] {
  return answers.flatMap(({ posted }) => (posted && !posted.replayed ? [posted] : []));
}

/** Posts a group whose accounts and kinds have ids. */
export async function askGroup(
  ask: Ask,
  requests: readonly Request[],
  accountIds: ReadonlyMap<string, number>,
  kindIds: ReadonlyMap<string, number>,
): Promise<Answer[]> {
  const [row] = await ask<GroupRow>(POST_GROUP, encodeGroup(requests, accountIds, kindIds, 'all'));
  assert(row, 'post_group answers one row');
  return completeOutcomes(ask, decodeGroup(requests, row));
}

/**
 * The second question about a group of which somebody else holds some accounts (`busy`): posts the rest of it, whose
 * accounts are locked since the first one, so this waits for nothing. Undefined for what is left over.
 */
export async function askRest(
  ask: Ask,
  requests: readonly Request[],
  accountIds: ReadonlyMap<string, number>,
  kindIds: ReadonlyMap<string, number>,
  busy: ReadonlySet<number>,
): Promise<(Answer | undefined)[]> {
  const isFree = chooseFree(requests, (key) => busy.has(accountIds.get(key) ?? 0));
  const free = requests.filter((_, index) => isFree[index]);
  const answers = free.length === 0 ? [] : await askGroup(ask, free, accountIds, kindIds);
  let at = 0;
  return isFree.map((posted) => (posted ? answers[at++] : undefined));
}

type Named = readonly (readonly [string, { name: string; asset: string }])[];

const namesOf = (accounts: Named): Buffer[] => [
  textArray(accounts.map(([, { name }]) => name)),
  textArray(accounts.map(([, { asset }]) => asset)),
];

/** Ids of accounts. Most are there: those are looked up once, and only the others are opened. */
async function findOrOpen(ask: Ask, accounts: Named): Promise<Map<string, number>> {
  const [row] = await ask<{ ids: (number | null)[] }>(ACCOUNT_IDS, namesOf(accounts));
  const found = new Map<string, number>();
  accounts.forEach(([key], place) => {
    const id = row?.ids[place] ?? null;
    if (id !== null) found.set(key, id);
  });
  if (found.size === accounts.length) return found;
  const missing = accounts.filter(([key]) => !found.has(key));
  for (const [key, id] of await openAccounts(ask, missing)) found.set(key, id);
  return found;
}

/** Ids of accounts, which it makes when they are missing. */
export async function openAccounts(ask: Ask, accounts: Named): Promise<Map<string, number>> {
  const [row] = await ask<{ ids: number[] }>(OPEN_ACCOUNTS, namesOf(accounts));
  return zip(
    accounts.map(([key]) => key),
    row?.ids,
  );
}

/** Ids of kinds, which it makes when they are missing. */
export async function openKinds(ask: Ask, kinds: readonly string[]): Promise<Map<string, number>> {
  const [row] = await ask<{ ids: number[] }>(OPEN_KINDS, [kinds]);
  return zip(kinds, row?.ids);
}

function zip(keys: readonly string[], ids: number[] | undefined): Map<string, number> {
  assert(ids?.length === keys.length, 'each name has an id');
  return new Map(keys.map((key, index) => [key, ids[index] ?? 0]));
}
