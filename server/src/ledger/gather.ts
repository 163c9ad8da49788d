import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { isConnectionLoss } from '../platform/db/connection-loss.ts';
import type { Database } from '../platform/db/connect.ts';
import { GroupQueue } from './free-first.ts';
import { groupPostingsMax, makeRequest } from './group.ts';
import type { Request } from './group.ts';
import type { Answer } from './outcome.ts';
import type { OnPosted } from './post.ts';
import { createGroupPoster } from './post-group.ts';
import type { Posted } from './posted.ts';

export type GathererOptions = {
  /** Runs in the transaction of the group. */
  onPosted?: OnPosted;
  /** Entries of one group at most. */
  groupMax?: number;
  /** Waiting entries at most; more are refused as a fault that may be retried. */
  queueMax?: number;
  /** For so long an entry waits for an account that somebody else holds; then it is a fault that may be retried. */
  leftMsMax?: number;
};

export type Gatherer = {
  /** Posts one entry durably. Throws the refusals of `postEntry`; a fault when the database stays away. */
  post: (entry: JournalEntry) => Promise<Posted>;
  /** Waits for what is under way. */
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
/** An account that somebody else holds for so long: who waits for it hears "try again", as after a statement's time limit. */
const LEFT_MS_MAX = 5_000;

/**
 * Group commit: requests that come while a group is under way are posted together in one statement, each accepted or
 * refused by itself. The next group leaves as soon as this one is done, no timer. A request whose account somebody else
 * holds is left to a later group, and with it what spends from the same account. Several processes may do so on one database.
 */
export function createGatherer(database: Database, options: GathererOptions = {}): Gatherer {
  const gatherer = new GroupGatherer(database, options);
  return { post: (entry) => gatherer.post(entry), close: () => gatherer.close() };
}

class GroupGatherer {
  readonly #poster;
  readonly #groupMax: number;
  readonly #queueMax: number;
  readonly #leftMsMax: number;
  readonly #underWay = new Map<string, Waiting>();
  readonly #queue = new GroupQueue<Waiting>();
  #flying = false;
  #next: { cancel: () => void } | undefined;
  #whenIdle: (() => void) | undefined;

  constructor(database: Database, options: GathererOptions) {
    this.#poster = createGroupPoster(database, options.onPosted);
    this.#groupMax = options.groupMax ?? GROUP_MAX;
    this.#queueMax = options.queueMax ?? QUEUE_MAX;
    this.#leftMsMax = options.leftMsMax ?? LEFT_MS_MAX;
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
  }

  #enqueue(item: Waiting): void {
    const leader = this.#underWay.get(item.id);
    if (leader) {
      leader.followers.push(item);
      return;
    }
    this.#underWay.set(item.id, item);
    this.#queue.push(item);
    this.#schedule(0);
  }

  /** At the end of this turn of the event loop, so that what comes in one turn leaves together; or after a pause. */
  #schedule(pauseMs: number): void {
    if (this.#flying) return;
    this.#next?.cancel();
    const go = (): void => {
      this.#next = undefined;
      void this.#launch();
    };
    if (pauseMs > 0) {
      const timer = setTimeout(go, pauseMs);
      this.#next = { cancel: () => clearTimeout(timer) };
    } else {
      const turn = setImmediate(go);
      this.#next = { cancel: () => clearImmediate(turn) };
    }
  }

  async #launch(): Promise<void> {
    const group = this.#queue.take(performance.now(), this.#groupMax, groupPostingsMax);
    if (group.length > 0) {
      this.#flying = true;
      await this.#postGroup(group);
      this.#flying = false;
    }
    const pauseMs = this.#queue.pause(performance.now());
    if (pauseMs !== undefined) this.#schedule(group.length === 0 ? Math.max(1, pauseMs) : pauseMs);
    if (this.#underWay.size === 0) this.#whenIdle?.();
  }

  async #postGroup(group: Waiting[]): Promise<void> {
    try {
      const answers = await this.#poster.post(group);
      const now = performance.now();
      const left = group.filter((_, index) => answers[index] === undefined);
      const late = left.filter((item) => this.#queue.leftForMs(item, now) > this.#leftMsMax);
      for (const item of late) this.#fail(item, new Fault('ledger.busy', { retry: true }));
      this.#queue.putBack(
        left.filter((item) => !late.includes(item)),
        now,
      );
      group.forEach((item, index) => {
        const answer = answers[index];
        if (answer) this.#finish(item, answer);
      });
    } catch (error) {
      // Something is wrong with one of them: let the others pass.
      const apart = group.length > 1 && !isConnectionLoss(error);
      if (apart) for (const item of group) await this.#postGroup([item]);
      else for (const item of group) this.#fail(item, error);
    }
  }

  #finish(item: Waiting, answer: Answer): void {
    this.#queue.done(item);
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
    this.#queue.done(item);
    this.#underWay.delete(item.id);
    const reason = isConnectionLoss(error)
      ? new Fault('ledger.unavailable', { retry: true, cause: error })
      : error;
    for (const waiting of [item, ...item.followers]) waiting.reject(reason);
  }
}
