/** Many may pass together, or one alone; who wants to be alone goes before those who come later. */
export class RwLock {
  #passing = 0;
  #exclusive = false;
  #waiting: { exclusive: boolean; open: () => void }[] = [];

  /** Runs beside others. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    if (this.#exclusive || this.#waiting.length > 0) await this.#wait(false);
    else this.#passing += 1;
    try {
      return await work();
    } finally {
      this.#passing -= 1;
      this.#next();
    }
  }

  /** Runs while nobody else does. */
  async exclusive<T>(work: () => Promise<T>): Promise<T> {
    if (this.#exclusive || this.#passing > 0) await this.#wait(true);
    else this.#exclusive = true;
    try {
      return await work();
    } finally {
      this.#exclusive = false;
      this.#next();
    }
  }

  #wait(exclusive: boolean): Promise<void> {
    return new Promise((open) => this.#waiting.push({ exclusive, open }));
  }

  #next(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (this.#exclusive || (first.exclusive && this.#passing > 0)) return;
      this.#waiting.shift();
      if (first.exclusive) this.#exclusive = true;
      else this.#passing += 1;
      first.open();
    }
  }
}

/** Concurrent callers share one run; who comes while one is under way waits for the next, which sees their change. */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    const run = work().finally(() => {
      if (current === run) current = undefined;
    });
    current = run;
    return run;
  };
  return () => {
    if (current === undefined) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
