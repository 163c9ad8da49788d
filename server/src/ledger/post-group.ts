import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import { inTransaction, isConflict } from '../platform/db/connect.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import { isConnectionLoss } from '../platform/db/connection-loss.ts';
import { createPiped } from '../platform/db/piped.ts';
import type { PipedQuery } from '../platform/db/piped.ts';
import { chooseFree } from './free-first.ts';
import {
  FIND_ACCOUNTS,
  accountKey,
  askPosted,
  decodeGroup,
  encodeGroup,
  knowsAll,
  listAccounts,
  readGroupRow,
} from './group.ts';
import type { GroupText, Request } from './group.ts';
import { askWith } from './journal.ts';
import { completeOutcomes } from './outcome.ts';
import type { Answer } from './outcome.ts';
import { askRest, listFresh, openAccounts, openKinds } from './post.ts';
import type { OnPosted } from './post.ts';

export type GroupPoster = {
  /**
   * Posts what needs no account that somebody else holds; undefined for what is left over. `sent` is called once the next
   * group may leave: this one's commit is on its way, and nothing of it was left over.
   */
  post: (group: readonly Request[], sent: () => void) => Promise<(Answer | undefined)[]>;
  /** Writes the parameters of a group that is to be posted as it is, while the one before it is under way. */
  prepare: (group: readonly Request[]) => void;
  close: () => Promise<void>;
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
export function createGroupPoster(database: Database, onPosted?: OnPosted): GroupPoster {
  const { db } = database;
  const piped = createPiped(database);
  const accountIds = new Map<string, number>();
  const kindIds = new Map<string, number>();
  const ask = askWith(db);
  const prepared = new WeakMap<readonly Request[], unknown[]>();
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
  const learnIds = async (group: readonly Request[]): Promise<void> => {
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

  /** In the transaction of the group: its answers, or the function's own where they can wait until the commit is sent. */
  const postIn = async (tx: Tx, query: PipedQuery, group: readonly Request[], values: unknown[]) => {
    const row = await askPosted(query, values);
    if (row.r_busy === null && !onPosted) return { row };
    const answers =
      row.r_busy === null
        ? await completeOutcomes(askWith(tx), decodeGroup(group, readGroupRow(row)))
        : await askRest(askWith(tx), group, accountIds, kindIds, new Set(readGroupRow(row).r_busy));
    const fresh = listFresh(answers.flatMap((answer) => answer ?? []));
    if (fresh.length > 0) await onPosted?.(tx, fresh);
    return { answers };
  };

  const postOnce = async (group: readonly Request[], sent: () => void) => {
    const known = prepared.has(group) || knows(group);
    if (!known) await learnIds(group);
    const isAll = known || knows(group);
    const isOpen = isAll ? undefined : chooseFree(group, (key) => !accountIds.has(key));
    const opened = isOpen ? group.filter((_, index) => isOpen[index]) : group;
    if (opened.length === 0) return group.map(() => undefined);
    const values = prepared.get(group) ?? encodeGroup(opened, accountIds, kindIds, 'free');
    const done: { row?: GroupText; answers?: (Answer | undefined)[] } = await piped.transaction(
      (tx, query) => postIn(tx, query, opened, values),
      ({ answers }) => {
        if (!isOpen && !answers?.includes(undefined)) sent();
      },
    );
    const answers =
      done.answers ??
      (done.row ? await completeOutcomes(ask, decodeGroup(opened, readGroupRow(done.row))) : []);
    let at = 0;
    return isOpen ? isOpen.map((asked) => (asked ? answers[at++] : undefined)) : answers;
  };

  return {
    post: (group, sent) => withRetries(() => postOnce(group, sent)),
    prepare: (group) => {
      if (knows(group)) prepared.set(group, encodeGroup(group, accountIds, kindIds, 'free'));
    },
    close: () => piped.close(),
  };
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
