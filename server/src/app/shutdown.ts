/** Thrown inside a start that was asked to stop. */
export class Stopped extends Error {}

/** A signal that arrives this soon after the first is the same one on another way (terminal, npm, the door). */
const SAME_SIGNAL_MS = 1_000;
/** The promise is 10 s; whatever is left then is left to the children, who end by themselves. */
const LIMIT_MS = 9_500;

/** Takes the house down in the opposite order of how it came up. */
export class Shutdown {
  asked = false;
  #parts: { name: string; stop: () => Promise<void> }[] = [];
  #line: (text: string) => void;
  #starting = new Set<Promise<unknown>>();
  #running: Promise<void> | undefined;
  #askedAt = 0;

  constructor(line: (text: string) => void) {
    this.#line = line;
  }

  /** Registers what must stop before everything that was added earlier. */
  add(name: string, stop: () => Promise<void>): void {
    this.#parts.push({ name, stop });
  }

  /** Lets a service finish its start before the stop begins: one that is half up could not be stopped. */
  async finish<T>(starting: Promise<T>): Promise<T> {
    this.#starting.add(starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  /** Throws {@link Stopped} between two steps of a start that nobody wants any more. */
  check(): void {
    if (this.asked) throw new Stopped('asked to stop');
  }

  /** Stops on signals and when the process that started us is gone. A second signal later does not wait. */
  listen(): void {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (this.asked && Date.now() - this.#askedAt > SAME_SIGNAL_MS) process.exit(1);
        this.#ask();
      });
    }
    process.on('disconnect', () => this.#ask());
  }

  #ask(): void {
    if (this.asked) return;
    this.asked = true;
    this.#askedAt = Date.now();
    this.#line('Stopping …');
    void this.run(0);
  }

  /** Stops everything and ends the process with `code`. */
  run(code: number): Promise<void> {
    this.#running ??= this.#stopAll(code);
    return this.#running;
  }

  async #stopAll(code: number): Promise<void> {
    const limit = setTimeout(() => {
      this.#line('Stopping took too long; the rest ends by itself.');
      process.exit(1);
    }, LIMIT_MS);
    await Promise.allSettled(this.#starting);
    // A start that is still going on may add parts while others stop: they are stopped, too.
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      await part.stop().catch((error: unknown) => this.#line(`${part?.name}: ${String(error)}`));
    }
    clearTimeout(limit);
    if (code === 0) this.#line('Stopped.');
    process.exit(code);
  }
}
