import { setImmediate } from 'node:timers';
import { Fault, assert } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { isConnectionLoss } from '../platform/db/connection-loss.ts';
import type { Database } from '../platform/db/connect.ts';
import { groupPostingsMax, makeRequest } from './group.ts';
import type { Request } from './group.ts';
import type { Answer } from './outcome.ts';
import type { OnPosted } from './post.ts';
import { createGroupPoster } from './post-group.ts';
import type { Posted } from './posted.ts';

export type GathererOptions = {
  /** Runs in the transaction of the group. With it groups go one after the other, without it two are in the pipe. */
  onPosted?: OnPosted;
  /** Entries of one group at most. */
  groupMax?: number;
  /** Waiting entries at most; more are refused as a fault that may be retried. */
  queueMax?: number;
};

export type Gatherer = {
  /** Posts one entry durably. Throws the refusals of `postEntry`; a fault when the database stays away. */
  post: (entry: JournalEntry) => Promise<Posted>;
  /** Waits for what is under way and closes the connection. */
  close: () => Promise<void>;
};

type Waiting = Request & {
  id: string;
  resolve: (posted: Posted) => void;
  reject: (reason: unknown) => void;
  /** Requests under the same key that came while this one was under way. */
  followers: Waiting[];
};

const GROUP_MAX = 1_024;
const QUEUE_MAX = 20_000;
const SLOTS = 2;

/**
 * Group commit: requests that come while a group is under way are posted together in one statement, each accepted or
 * refused by itself. A group leaves as soon as a slot is free, no timer. Several processes may do so on one database.
 */
export function createGatherer(database: Database, options: GathererOptions = {}): Gatherer {
  const gatherer = new GroupGatherer(database, options);
  return { post: (entry) => gatherer.post(entry), close: () => gatherer.close() };
}

class GroupGatherer {
  readonly #poster;
  readonly #slots: number;
  readonly #groupMax: number;
  readonly #queueMax: number;
  readonly #underWay = new Map<string, Waiting>();
  #queue: Waiting[] = [];
  #flying = 0;
  #scheduled = false;
  #whenIdle: (() => void) | undefined;

  constructor(database: Database, options: GathererOptions) {
    this.#poster = createGroupPoster(database, options.onPosted);
    this.#slots = options.onPosted ? 1 : SLOTS;
    this.#groupMax = options.groupMax ?? GROUP_MAX;
    this.#queueMax = options.queueMax ?? QUEUE_MAX;
  }

  post(entry: JournalEntry): Promise<Posted> {
    if (this.#queue.length >= this.#queueMax) {
      return Promise.reject(new Fault('ledger.overloaded', { retry: true }));
    }
    return new Promise((resolve, reject) => {
      const request = makeRequest(entry);
      this.#enqueue({ ...request, id: request.key.toString('latin1'), resolve, reject, followers: [] });
    });
  }

  async close(): Promise<void> {
    if (this.#underWay.size > 0) await new Promise<void>((done) => (this.#whenIdle = done));
    await this.#poster.close();
  }

  #enqueue(item: Waiting): void {
    const leader = this.#underWay.get(item.id);
    if (leader) {
      leader.followers.push(item);
      return;
    }
    this.#underWay.set(item.id, item);
    this.#queue.push(item);
    this.#schedule();
  }

  /** At the end of this turn of the event loop, so that what comes in one turn leaves together. */
  #schedule(): void {
    if (this.#scheduled || this.#flying >= this.#slots || this.#queue.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#launch();
    });
  }

  async #launch(): Promise<void> {
    const group = takeGroup(this.#queue, this.#groupMax);
    if (group.length === 0) return;
    this.#queue = this.#queue.slice(group.length);
    this.#flying += 1;
    this.#schedule();
    await this.#postGroup(group);
    this.#flying -= 1;
    this.#schedule();
    if (this.#underWay.size === 0) this.#whenIdle?.();
  }

  async #postGroup(group: Waiting[]): Promise<void> {
    try {
      const answers = await this.#poster.post(group);
      group.forEach((item, index) => this.#finish(item, answers[index]));
    } catch (error) {
      // Something is wrong with one of them: let the others pass.
      const apart = group.length > 1 && !isConnectionLoss(error);
      if (apart) for (const item of group) await this.#postGroup([item]);
      else for (const item of group) this.#fail(item, error);
    }
  }

  #finish(item: Waiting, answer: Answer | undefined): void {
    assert(answer, 'each entry of a group has its answer');
    this.#underWay.delete(item.id);
    if (answer.posted) item.resolve(answer.posted);
    else item.reject(answer.refusal);
    for (const follower of item.followers) this.#answerFollower(follower, item, answer);
  }

  #answerFollower(follower: Waiting, leader: Waiting, answer: Answer): void {
    const same = follower.input.equals(leader.input);
    if (answer.posted && same) follower.resolve({ ...answer.posted, replayed: true });
    else if (answer.posted) follower.reject(new Refusal('ledger.keyconflict'));
    else if (same) follower.reject(answer.refusal);
    // The first was refused, so the key is still free for another input.
    else this.#enqueue(follower);
  }

  #fail(item: Waiting, error: unknown): void {
    this.#underWay.delete(item.id);
    const reason = isConnectionLoss(error)
      ? new Fault('ledger.unavailable', { retry: true, cause: error })
      : error;
    for (const waiting of [item, ...item.followers]) waiting.reject(reason);
  }
}

function takeGroup(queue: readonly Waiting[], groupMax: number): Waiting[] {
  let postings = 0;
  const end = queue.findIndex(({ entry }, index) => {
    postings += entry.postings.length;
    return index >= groupMax || postings > groupPostingsMax;
  });
  return queue.slice(0, end === -1 ? queue.length : end);
}
