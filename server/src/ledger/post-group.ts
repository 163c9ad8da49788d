import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import { inTransaction, isConflict } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import { isConnectionLoss } from '../platform/db/connection-loss.ts';
import { chooseFree } from './free-first.ts';
import { FIND_ACCOUNTS, accountKey, listAccounts } from './group.ts';
import type { Request } from './group.ts';
import { askWith } from './journal.ts';
import type { Answer } from './outcome.ts';
import { askFree, listFresh, openAccounts, openKinds } from './post.ts';
import type { OnPosted } from './post.ts';

export type GroupPoster = {
  /** Posts what needs no account that somebody else holds; undefined for what is left over. */
  post: (group: readonly Request[]) => Promise<(Answer | undefined)[]>;
};

const KNOWN_ACCOUNTS_MAX = 1_000_000;
const TRIES_MAX = 40;
const RETRY_PAUSE_MS = 50;
const RETRY_PAUSE_STEPS_MAX = 10;
/** New accounts that somebody else is opening in a transaction of theirs are left to a later group. */
const OPEN_MS = 20;
const OPEN_FAILURES_MAX = 3;
const LOCK_NOT_AVAILABLE = '55P03';

type Account = readonly [string, { name: string; asset: string }];

/**
 * Posts groups, each in a transaction of its own, and remembers the ids of accounts. Conflicts and lost connections are
 * tried again (for about 20 s), which is safe because every entry has its key: what was committed comes back as a replay.
 */
export function createGroupPoster({ db }: Database, onPosted?: OnPosted): GroupPoster {
  const accountIds = new Map<string, number>();
  const kindIds = new Map<string, number>();
  const ask = askWith(db);

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
  const learnIds = async (group: readonly Request[]): Promise<void> => {
    if (accountIds.size > KNOWN_ACCOUNTS_MAX) accountIds.clear();
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
    const kinds = [...new Set(group.map(({ entry }) => entry.kind))].filter((kind) => !kindIds.has(kind));
    if (kinds.length > 0) for (const [key, id] of await openKinds(ask, kinds)) kindIds.set(key, id);
  };

  const postOnce = async (group: readonly Request[]) => {
    await learnIds(group);
    const isOpen = chooseFree(group, (key) => !accountIds.has(key));
    const opened = group.filter((_, index) => isOpen[index]);
    if (opened.length === 0) return group.map(() => undefined);
    const answers = await inTransaction(db, async (tx) => {
      const found = await askFree(askWith(tx), opened, accountIds, kindIds);
      const fresh = listFresh(found.flatMap((answer) => answer ?? []));
      if (fresh.length > 0) await onPosted?.(tx, fresh);
      return found;
    });
    let at = 0;
    return isOpen.map((asked) => (asked ? answers[at++] : undefined));
  };

  return { post: (group) => withRetries(() => postOnce(group)) };
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

async function withRetries<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const lost = isConnectionLoss(error);
      if (tries >= TRIES_MAX || !(lost || isConflict(error))) throw error;
      if (lost) await wait(RETRY_PAUSE_MS * Math.min(tries, RETRY_PAUSE_STEPS_MAX));
    }
  }
}
