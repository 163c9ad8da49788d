/** Requests of callers that are not known which begin in one turn of the event loop. */
const STARTS_PER_TURN = 8;
/** How many may wait for their turn, a second or two of work; the next one hears "try again". */
const WAITING_MAX = 4_096;
/** Callers remembered in one generation at most, and how long one lasts. */
const KNOWN_MAX = 50_000;
const GENERATION_MS = 10 * 60_000;

export type TurnLimits = { readonly startsPerTurn?: number; readonly waitingMax?: number };

/**
 * Who begins when. A request needs many turns of the event loop (a transfer some twenty), so what strangers send, whatever it
 * is, begins a few at a time: each turn stays short for all others. Callers with a session that was good lately begin at once.
 * Being known only shortens the wait; who may do what is asked of the database each time.
 */
export class Turns {
  readonly #startsPerTurn: number;
  readonly #waitingMax: number;
  #waiting: (() => void)[] = [];
  /** Place of the first of `#waiting` that has not begun. */
  #next = 0;
  #begun = 0;
  #isCounting = false;
  #young = new Set<string>();
  #old = new Set<string>();
  #since = performance.now();

  constructor(limits: TurnLimits = {}) {
    this.#startsPerTurn = limits.startsPerTurn ?? STARTS_PER_TURN;
    this.#waitingMax = limits.waitingMax ?? WAITING_MAX;
  }

  get waiting(): number {
    return this.#waiting.length - this.#next;
  }

  /** Calls `begin` when it is the request's turn, at once where nobody waits. @returns false when too many wait. */
  enter(begin: () => void): boolean {
    this.#count();
    if (this.waiting === 0 && this.#begun < this.#startsPerTurn) {
      this.#begun += 1;
      begin();
      return true;
    }
    if (this.waiting >= this.#waitingMax) return false;
    this.#waiting.push(begin);
    return true;
  }

  /** A caller whose session was good just now, by its token's hash. */
  remember(tokenHash: string): void {
    if (this.#young.has(tokenHash)) return;
    if (this.#young.size >= KNOWN_MAX || performance.now() - this.#since >= GENERATION_MS) {
      this.#old = this.#young;
      this.#young = new Set();
      this.#since = performance.now();
    }
    this.#young.add(tokenHash);
  }

  knows(tokenHash: string): boolean {
    return this.#young.has(tokenHash) || this.#old.has(tokenHash);
  }

  /** Counts what begins until the turn ends. */
  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => {
      this.#isCounting = false;
      this.#begun = 0;
      this.#goOn();
    });
  }

  #goOn(): void {
    if (this.waiting === 0) return;
    this.#count();
    for (; this.waiting > 0 && this.#begun < this.#startsPerTurn; this.#next += 1) {
      this.#begun += 1;
      this.#waiting[this.#next]?.();
    }
    if (this.waiting > 0 && this.#next < this.#waitingMax) return;
    this.#waiting = this.#waiting.slice(this.#next);
    this.#next = 0;
  }
}
