import { sql } from 'kysely';
import pg from 'pg';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import { FIND_ACCOUNTS, accountKey, knowsAll, listAccounts } from './group.ts';
import type { Request } from './group.ts';
import { askWith } from './journal.ts';
import { openAccounts, openKinds } from './post.ts';

/** The ids of accounts (by `accountKey`) and kinds that this process has met. Ids never change. */
export type KnownIds = {
  accountIds: ReadonlyMap<string, number>;
  kindIds: ReadonlyMap<string, number>;
  knows: (group: readonly Request[]) => boolean;
  /** Looks up or opens what a group needs. What somebody else is opening just now stays unknown. */
  learn: (group: readonly Request[]) => Promise<void>;
};

const KNOWN_ACCOUNTS_MAX = 1_000_000;
/** New accounts that somebody else is opening in a transaction of theirs are left to a later group. */
const OPEN_MS = 20;
const OPEN_FAILURES_MAX = 3;
const LOCK_NOT_AVAILABLE = '55P03';

type Account = readonly [string, { name: string; asset: string }];

export function createKnownIds(db: Db): KnownIds {
  const accountIds = new Map<string, number>();
  const kindIds = new Map<string, number>();
  const ask = askWith(db);
  const knows = (group: readonly Request[]): boolean =>
    group.every(({ entry }) => kindIds.has(entry.kind)) && knowsAll(accountIds, group);

  /** Opens accounts within a moment, or throws that somebody else is at it. */
  const open = (accounts: readonly Account[]): Promise<void> =>
    inTransaction(db, async (tx) => {
      await sql`select set_config('lock_timeout', ${`${OPEN_MS}ms`}, true)`.execute(tx);
      return openAccounts(askWith(tx), accounts);
    }).then((ids) => ids.forEach((id, key) => accountIds.set(key, id)));

  const openOneByOne = async (accounts: readonly Account[]): Promise<void> => {
    for (let at = 0, failures = 0; at < accounts.length && failures < OPEN_FAILURES_MAX; at += 1) {
      await open(accounts.slice(at, at + 1)).catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error;
        failures += 1;
      });
    }
  };

  /** Outside the group's transaction, so that an id is kept only once its account is committed. */
  const learn = async (group: readonly Request[]): Promise<void> => {
    if (accountIds.size > KNOWN_ACCOUNTS_MAX) accountIds.clear();
    const kinds = new Set(group.map(({ entry }) => entry.kind).filter((kind) => !kindIds.has(kind)));
    if (kinds.size > 0) for (const [key, id] of await openKinds(ask, [...kinds])) kindIds.set(key, id);
    if (knowsAll(accountIds, group)) return;
    const unknown = (): Account[] => [...listAccounts(group)].filter(([key]) => !accountIds.has(key));
    const wanted = unknown().map(([, account]) => account);
    if (wanted.length > 0) {
      const names = [wanted.map(({ name }) => name), wanted.map(({ asset }) => asset)];
      const found = await ask<{ id: number; name: string; asset: string }>(FIND_ACCOUNTS, names);
      for (const { id, name, asset } of found) accountIds.set(accountKey(name, asset), id);
    }
    const missing = unknown();
    if (missing.length > 0) {
      await open(missing).catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error;
        return openOneByOne(missing);
      });
    }
  };

  return { accountIds, kindIds, knows, learn };
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}
