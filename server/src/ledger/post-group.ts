import { setTimeout as wait } from 'node:timers/promises';
import { isConflict } from '../platform/db/connect.ts';
import type { Database, Tx } from '../platform/db/connect.ts';
import { isConnectionLoss } from '../platform/db/connection-loss.ts';
import { createPiped } from '../platform/db/piped.ts';
import type { PipedQuery } from '../platform/db/piped.ts';
import { chooseFree } from './free-first.ts';
import { askPosted, decodeGroup, encodeGroup, readGroupRow } from './group.ts';
import type { GroupText, Request } from './group.ts';
import { askWith } from './journal.ts';
import { createKnownIds } from './known-ids.ts';
import { completeOutcomes } from './outcome.ts';
import type { Answer } from './outcome.ts';
import { askRest, listFresh } from './post.ts';
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

const TRIES_MAX = 40;
const RETRY_PAUSE_MS = 50;
const RETRY_PAUSE_STEPS_MAX = 10;

/**
 * Posts groups, each in a transaction of its own, and remembers the ids of accounts. Conflicts and lost connections are
 * tried again 40 times, for about 20 s, or some minutes where the database's machine has fallen silent; which is safe because every entry has its key: what was committed comes back as a replay.
 */
export function createGroupPoster(database: Database, onPosted?: OnPosted): GroupPoster {
  const { db } = database;
  const piped = createPiped(database);
  const { accountIds, kindIds, knows, learn } = createKnownIds(db);
  const prepared = new WeakMap<readonly Request[], unknown[]>();

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
    if (!known) await learn(group);
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
      (done.row ? await completeOutcomes(askWith(db), decodeGroup(opened, readGroupRow(done.row))) : []);
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
