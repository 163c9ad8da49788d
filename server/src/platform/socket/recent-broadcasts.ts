/** Longer than a page reads before it asks for a ticket (READ_FOR_MAX_MS), and the half minute that the ticket may wait. */
const KEEP_MS = 95_000;
/** A client whose connection takes more than that at once is cut off (hub.ts). */
const KEEP_BYTES = 524_288;

/**
 * What everybody was told lately. It is not kept in the database, as what one member is told: candles and trades are many, and
 * only who opened a page or lost the connection in this moment lacks them. Times are milliseconds of `performance.now()`.
 */
export class RecentBroadcasts {
  #kept: { at: number; frame: Buffer }[] = [];
  #bytes = 0;
  /** Nothing is lacking from here on. */
  #whole: number;

  constructor(now: number) {
    this.#whole = now;
  }

  add(frame: Buffer, now: number): void {
    this.#kept.push({ at: now, frame });
    this.#bytes += frame.length;
    let old = 0;
    for (const { at, frame: oldest } of this.#kept) {
      if (at >= now - KEEP_MS && this.#bytes <= KEEP_BYTES) break;
      this.#bytes -= oldest.length;
      this.#whole = at;
      old += 1;
    }
    if (old > 0) this.#kept.splice(0, old);
  }

  /** The frames since then, oldest first; undefined when not all are known. */
  since(time: number): Buffer[] | undefined {
    if (time <= this.#whole) return undefined;
    return this.#kept.filter(({ at }) => at >= time).map(({ frame }) => frame);
  }

  /** What was told before now may not have been heard here. */
  lost(now: number): void {
    this.#kept = [];
    this.#bytes = 0;
    this.#whole = now;
  }
}
