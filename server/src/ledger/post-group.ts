import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction, isConflict } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/connect.ts';
import { isConnectionLoss } from '../platform/db/connection-loss.ts';
import { listAccounts } from './group.ts';
import type { Request } from './group.ts';
import { askWith } from './journal.ts';
import type { Ask } from './journal.ts';
import type { Answer } from './outcome.ts';
import { createPipe } from './pipe.ts';
import { askGroup, listFresh, openAccounts, openKinds } from './post.ts';
import type { OnPosted } from './post.ts';

export type GroupPoster = {
  post: (group: readonly Request[]) => Promise<Answer[]>;
  close: () => Promise<void>;
};

const KNOWN_ACCOUNTS_MAX = 1_000_000;
const TRIES_MAX = 40;
const RETRY_PAUSE_MS = 50;
const RETRY_PAUSE_STEPS_MAX = 10;

/**
 * Posts groups, each in a transaction of its own, and remembers the ids of accounts. Conflicts and lost connections are
 * tried again (for about 20 s), which is safe because every entry has its key: what was committed comes back as a replay.
 */
export function createGroupPoster(database: Database, onPosted?: OnPosted): GroupPoster {
  const accountIds = new Map<string, number>();
  const kindIds = new Map<string, number>();
  const pipe = onPosted ? undefined : createPipe(database);

  /** Outside the group's transaction, so that an id is kept only once its account is committed. */
  const learnIds = async (ask: Ask, group: readonly Request[]): Promise<void> => {
    if (accountIds.size > KNOWN_ACCOUNTS_MAX) accountIds.clear();
    const accounts = [...listAccounts(group)].filter(([key]) => !accountIds.has(key));
    const kinds = [...new Set(group.map(({ entry }) => entry.kind))].filter((kind) => !kindIds.has(kind));
    if (accounts.length > 0)
      for (const [key, id] of await openAccounts(ask, accounts)) accountIds.set(key, id);
    if (kinds.length > 0) for (const [key, id] of await openKinds(ask, kinds)) kindIds.set(key, id);
  };

  const postOnce = async (group: readonly Request[]): Promise<Answer[]> => {
    if (pipe) {
      const ask = await pipe.ask();
      await learnIds(ask, group);
      return askGroup(ask, group, accountIds, kindIds);
    }
    await learnIds(askWith(database.db), group);
    return inTransaction(database.db, async (tx) => {
      const answers = await askGroup(askWith(tx), group, accountIds, kindIds);
      const fresh = listFresh(answers);
      if (fresh.length > 0) await onPosted?.(tx, fresh);
      return answers;
    });
  };

  return {
    post: (group) => withRetries(() => postOnce(group)),
    close: async () => pipe?.close(),
  };
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
