import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { busy } from './failure.ts';

/** An answer that is the same for many callers, as it goes over the wire. */
export class SharedAnswer {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/**
 * Answers with the bytes kept under `key` while `version` is the same, else makes them once for all who ask meanwhile.
 * `version` must change with everything that the answer depends on besides the key.
 */
export type Share<T> = (key: string, version: string, make: () => Promise<T>) => Promise<SharedAnswer>;

type Kept = { version: string; answer: Promise<SharedAnswer>; bytes: number };

const BYTES_MAX = 32 * 1024 * 1024;
const ENTRIES_MAX = 1_000;
/** Who may wait until theirs is made; the next hears "try again". */
const WAITING_MAX = 200;
/** Where the event loop is busier than this, making answers takes a quarter of it at most. */
const BUSY_SHARE = 0.7;
const REST_FACTOR = 3;
const REST_MS_MAX = 100;

/** Bytes by key, the least recently used forgotten first; made one after the other, so that they never crowd out the rest. */
export class SharedAnswers {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;
  #waiting = 0;
  #turn: Promise<void> = Promise.resolve();
  #before = performance.eventLoopUtilization();

  async get(key: string, version: string, make: () => Promise<Buffer>): Promise<SharedAnswer> {
    const known = this.#kept.get(key);
    if (known) this.#kept.delete(key);
    if (known?.version === version) {
      this.#kept.set(key, known);
      return known.answer;
    }
    if (known) this.#bytes -= known.bytes;
    const made: Kept = { version, answer: this.#make(make), bytes: 0 };
    this.#kept.set(key, made);
    try {
      const answer = await made.answer;
      this.#count(key, made, answer.bytes.length);
      return answer;
    } catch (error) {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
      throw error;
    }
  }

  #count(key: string, made: Kept, bytes: number): void {
    if (this.#kept.get(key) !== made) return;
    made.bytes = bytes;
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#bytes <= BYTES_MAX && this.#kept.size <= ENTRIES_MAX) return;
      this.#kept.delete(oldest);
      this.#bytes -= freed;
    }
  }

  async #make(make: () => Promise<Buffer>): Promise<SharedAnswer> {
    if (this.#waiting >= WAITING_MAX) throw busy();
    this.#waiting += 1;
    const before = this.#turn;
    const mine = Promise.withResolvers<void>();
    this.#turn = mine.promise;
    await before;
    const started = performance.now();
    try {
      return new SharedAnswer(await make());
    } finally {
      this.#waiting -= 1;
      void this.#rest(performance.now() - started).then(mine.resolve);
    }
  }

  async #rest(tookMs: number): Promise<void> {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#before);
    this.#before = now;
    if (utilization > BUSY_SHARE) await wait(Math.min(REST_MS_MAX, tookMs * REST_FACTOR));
  }
}
