/** Logs that one range should hold: a transaction of a second or so, and answers of a few megabytes. */
export const RANGE_LOGS = 5_000;
const BLOCKS_FIRST = 25;

/** How many blocks to ask for at once: more while they hold little, fewer when they are full or the node does not like it. */
export class Span {
  readonly #max: number;
  #blocks: number;

  constructor(max: number) {
    this.#max = max;
    this.#blocks = Math.min(max, BLOCKS_FIRST);
  }

  get blocks(): number {
    return this.#blocks;
  }

  /** After a good answer: at most twice as many, and no more than should hold `RANGE_LOGS`. */
  fit(blocks: number, logs: number): void {
    const full = Math.floor((blocks * RANGE_LOGS) / Math.max(1, logs));
    this.#blocks = Math.max(1, Math.min(this.#max, this.#blocks * 2, full));
  }

  /** After a bad one. @returns false when it was one block already. */
  shrink(): boolean {
    const least = this.#blocks === 1;
    this.#blocks = Math.max(1, Math.floor(this.#blocks / 2));
    return !least;
  }
}
