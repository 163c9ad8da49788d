import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { busy } from './failure.ts';

export type Encoding = 'br' | 'gzip';

/** Below this an answer fits into one packet or two as it is. */
const PACKED_BYTES_MIN = 1_400;
/** Quick ones: the bytes change with the market. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };
const pack: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes) => promisify(gzip)(bytes, GZIP),
};

/** An answer that is the same for many callers, as it goes over the wire; compressed once for all who take it so. */
export class SharedAnswer {
  readonly bytes: Buffer;
  readonly #packed = new Map<Encoding, Promise<Buffer>>();
  readonly #inTurn: InTurn;

  constructor(bytes: Buffer, inTurn: InTurn) {
    this.bytes = bytes;
    this.#inTurn = inTurn;
  }

  /** The encoding that suits it and an `Accept-Encoding` header; undefined for none. Nothing secret is in it that lengths could tell. */
  encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
    if (this.bytes.length < PACKED_BYTES_MIN || typeof accepted !== 'string') return undefined;
    const names = accepted.split(',').map((one) => one.trim().toLowerCase());
    return (['br', 'gzip'] as const).find((name) => names.includes(name));
  }

  packed(encoding: Encoding): Promise<Buffer> {
    const known = this.#packed.get(encoding);
    if (known) return known;
    const made = this.#inTurn(() => pack[encoding](this.bytes));
    this.#packed.set(encoding, made);
    made.catch(() => this.#packed.delete(encoding));
    return made;
  }
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Answers with the bytes kept under `key` while `version` is the same, else makes them once for all who ask meanwhile.
 * `version` must change with everything that the answer depends on besides the key.
 */
export type Share<T> = (key: string, version: string, make: () => Promise<T>) => Promise<SharedAnswer>;

type Kept = { version: string; answer: Promise<SharedAnswer>; bytes: number };

/** Uncompressed; what is kept compressed besides is about a fifth of it. */
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
    const making = this.#inTurn(async () => new SharedAnswer(await make(), this.#inTurn));
    const made: Kept = { version, answer: making, bytes: 0 };
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

  /** Bound to this object: answers compress themselves by it. */
  readonly #inTurn: InTurn = async (work) => {
    if (this.#waiting >= WAITING_MAX) throw busy();
    this.#waiting += 1;
    const before = this.#turn;
    const mine = Promise.withResolvers<void>();
    this.#turn = mine.promise;
    await before;
    const started = performance.now();
    try {
      return await work();
    } finally {
      this.#waiting -= 1;
      void this.#rest(performance.now() - started).then(mine.resolve);
    }
  };

  async #rest(tookMs: number): Promise<void> {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#before);
    this.#before = now;
    if (utilization > BUSY_SHARE) await wait(Math.min(REST_MS_MAX, tookMs * REST_FACTOR));
  }
}
