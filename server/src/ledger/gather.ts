import { Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import type { Database } from '../platform/db/connect.ts';
import { isConnectionLoss } from '../platform/db/connection-loss.ts';
import { GroupQueue } from './free-first.ts';
import { GROUP_POSTINGS_MAX, makeRequest } from './group.ts';
import type { Request } from './group.ts';
import type { Answer } from './outcome.ts';
import { createGroupPoster } from './post-group.ts';
import type { OnPosted } from './post.ts';
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
 * refused by itself. The next group leaves as soon as the commit of this one does, no timer. A request whose account somebody else
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
  /** A full group that is ready to leave: more would not fit in, so it waits with its parameters written. */
  #ready: Waiting[] | undefined;
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
      this.#enqueue({ ...makeRequest(entry), resolve, reject, followers: [] });
    });
  }

  async close(): Promise<void> {
    if (this.#underWay.size > 0) await new Promise<void>((done) => (this.#whenIdle = done));
    await this.#poster.close();
  }

  #enqueue(item: Waiting): void {
    const leader = this.#underWay.get(item.key);
    if (leader) {
      leader.followers.push(item);
      return;
    }
    this.#underWay.set(item.key, item);
    this.#queue.push(item);
    if (this.#flying) this.#prepare();
    else this.#schedule(0);
  }

  #prepare(): void {
    if (this.#ready || this.#queue.length < this.#groupMax) return;
    const group = this.#queue.take(performance.now(), this.#groupMax, GROUP_POSTINGS_MAX);
    if (group.length === 0) return;
    this.#poster.prepare(group);
    this.#ready = group;
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

  /** One group at a time is on its way to its commit; the answers of the one before it may still be to come. */
  async #launch(): Promise<void> {
    const group = this.#ready ?? this.#queue.take(performance.now(), this.#groupMax, GROUP_POSTINGS_MAX);
    this.#ready = undefined;
    if (group.length === 0) return this.#goOn(1);
    this.#flying = true;
    let isSent = false;
    const sent = (): void => {
      if (isSent) return;
      isSent = true;
      this.#flying = false;
      this.#goOn(0);
    };
    await this.#postGroup(group, sent);
    sent();
    if (this.#underWay.size === 0) this.#whenIdle?.();
  }

  #goOn(pauseMsMin: number): void {
    const pauseMs = this.#ready ? 0 : this.#queue.pause(performance.now());
    if (pauseMs !== undefined) this.#schedule(Math.max(pauseMsMin, pauseMs));
  }

  async #postGroup(group: Waiting[], sent: () => void): Promise<void> {
    try {
      this.#answer(group, await this.#poster.post(group, sent));
    } catch (error) {
      // Something is wrong with one of them: let the others pass.
      const apart = group.length > 1 && !isConnectionLoss(error);
      if (apart) for (const item of group) await this.#postGroup([item], () => undefined);
      else for (const item of group) this.#fail(item, error);
    }
  }

  #answer(group: Waiting[], answers: readonly (Answer | undefined)[]): void {
    const now = performance.now();
    const left = group.filter((_, index) => answers[index] === undefined);
    const late = left.filter((item) => this.#queue.leftForMs(item, now) > this.#leftMsMax);
    for (const item of late) this.#fail(item, new Fault('ledger.busy', { retry: true }));
    if (left.length > 0) this.#giveReadyBack();
    this.#queue.putBack(
      left.filter((item) => !late.includes(item)),
      now,
    );
    group.forEach((item, index) => {
      const answer = answers[index];
      if (answer) this.#finish(item, answer);
    });
  }

  /** Whoever spends from one account keeps their order: what is ready must not pass what is put back. */
  #giveReadyBack(): void {
    if (this.#ready) this.#queue.giveBack(this.#ready);
    this.#ready = undefined;
  }

  #finish(item: Waiting, answer: Answer): void {
    this.#queue.done(item);
    this.#underWay.delete(item.key);
    if (answer.posted) item.resolve(answer.posted);
    else item.reject(answer.refusal);
    for (const follower of item.followers) this.#answerFollower(follower, item, answer);
  }

  #answerFollower(follower: Waiting, leader: Waiting, answer: Answer): void {
    const same = follower.input === leader.input;
    if (answer.posted && same) follower.resolve({ ...answer.posted, replayed: true });
    else if (answer.posted) follower.reject(new Refusal('ledger.keyconflict'));
    else if (same) follower.reject(answer.refusal);
    // The first was refused, so the key is still free for another input.
    else this.#enqueue(follower);
  }

  #fail(item: Waiting, error: unknown): void {
    this.#queue.done(item);
    this.#underWay.delete(item.key);
    const reason = isConnectionLoss(error)
      ? new Fault('ledger.unavailable', { retry: true, cause: error })
      : error;
    for (const waiting of [item, ...item.followers]) waiting.reject(reason);
  }
}
