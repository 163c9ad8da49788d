/** More names than these are only counted. */
const NAMED_MAX = 5;

/** Some rows of a round failed, and all others were looked at. */
export class PassedOver extends Error {}

/**
 * How to use: one for a round of a job; `await rows.attempt(id, () => …)` for each row, `rows.end()` when all were looked at. A row that
 * fails is passed over, so that it stops no other, and `end` throws what failed: the job counts as failed, and health shows why.
 */
export class Rows {
  readonly #failed: string[] = [];
  #first: unknown;

  /** How many failed so far: a list in which they come first again has to be longer by so many. */
  get failed(): number {
    return this.#failed.length;
  }

  /** @returns what the work answers; undefined where it failed. */
  async attempt<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#first ??= error;
      this.#failed.push(id);
      return undefined;
    }
  }

  end(): void {
    if (this.#failed.length === 0) return;
    const named = this.#failed.slice(0, NAMED_MAX).join(', ');
    const more = this.#failed.length > NAMED_MAX ? ` and ${this.#failed.length - NAMED_MAX} more` : '';
    const why = this.#first instanceof Error ? this.#first.message : String(this.#first);
    throw new PassedOver(`passed over ${named}${more}: ${why}`, { cause: this.#first });
  }
}
