/** Many may pass together, or one alone; who wants to be alone goes before those who come later. */
export class Gate {
  #passing = 0;
  #alone = false;
  #waiting: { alone: boolean; open: () => void }[] = [];

  /** Runs beside others. */
  async together<T>(work: () => Promise<T>): Promise<T> {
    if (this.#alone || this.#waiting.length > 0) await this.#wait(false);
    else this.#passing += 1;
    try {
      return await work();
    } finally {
      this.#passing -= 1;
      this.#next();
    }
  }

  /** Runs while nobody else does. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#alone || this.#passing > 0) await this.#wait(true);
    else this.#alone = true;
    try {
      return await work();
    } finally {
      this.#alone = false;
      this.#next();
    }
  }

  #wait(alone: boolean): Promise<void> {
    return new Promise((open) => this.#waiting.push({ alone, open }));
  }

  #next(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (this.#alone || (first.alone && this.#passing > 0)) return;
      this.#waiting.shift();
      if (first.alone) this.#alone = true;
      else this.#passing += 1;
      first.open();
    }
  }
}

/** Concurrent callers share one run; who comes while one is under way waits for the next, which sees their change. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
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
