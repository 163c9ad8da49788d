import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { StartFault } from './data-folder.ts';
import { LogFile } from './log-file.ts';

/** One process of the house. */
export type Program = {
  name: string;
  /** Absolute path of its entry point. */
  file: string;
  /** Its whole environment: nothing is inherited. */
  env: Record<string, string>;
  /** How long it may take to stop when asked. */
  stopMs: number;
};

/** A message that a process sends when it is ready, and what it wants to tell. */
export type Ready = { type: 'ready'; url?: string };

export type Supervised = {
  name: string;
  pid: () => number | undefined;
  /** Resolves with the first message `ready`; rejects with {@link StartFault} when it cannot start. */
  ready: Promise<Ready>;
  /** Asks it to stop, and ends it when it takes too long. */
  stop: () => Promise<void>;
};

export type SuperviseOptions = {
  logDir: string;
  show: (line: string) => void;
  /** Delay before the first restart; doubles with each death up to a limit, and begins anew after a good life. */
  restartMs?: number;
};

/** How long the output of an ended process may still come. */
const LAST_WORDS_MS = 300;
const RESTART_MS = 200;
const RESTART_MS_MAX = 10_000;
const GOOD_LIFE_MS = 30_000;
/** Deaths in a row, before it was ever ready, that mean it cannot start at all. */
const DEATHS_MAX = 3;
const LAST_LINES = 20;
const WARN_LEVEL = 40;
const FOLLOW_PARENT = join(import.meta.dirname, 'follow-parent.ts');

/** What a line of a child says at level warn or above, for the terminal; undefined for the rest. */
export function readWarning(line: string, fromErrors: boolean): string | undefined {
  if (!line.startsWith('{')) return fromErrors ? line : undefined;
  try {
    const entry = JSON.parse(line) as { level?: number; msg?: string; error?: { message?: string } };
    if ((entry.level ?? 0) < WARN_LEVEL) return undefined;
    return [entry.msg, entry.error?.message].filter(Boolean).join(': ') || line;
  } catch {
    return fromErrors ? line : undefined;
  }
}

class Child implements Supervised {
  readonly name: string;
  readonly ready: Promise<Ready>;
  #program: Program;
  #options: SuperviseOptions;
  #log: LogFile;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #stopping = false;
  #closed = false;
  #deaths = 0;
  #wasReady = false;
  #lastLines: string[] = [];
  #resolveReady: (ready: Ready) => void = () => undefined;
  #rejectReady: (error: Error) => void = () => undefined;
  #wake = new AbortController();

  constructor(program: Program, options: SuperviseOptions) {
    this.name = program.name;
    this.#program = program;
    this.#options = options;
    this.#log = new LogFile(join(options.logDir, `${program.name}.log`));
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // Whoever does not wait for it is told by the terminal and the log.
    this.ready.catch(() => undefined);
    this.#start();
  }

  pid = (): number | undefined => this.#child?.pid;

  stop = async (): Promise<void> => {
    this.#stopping = true;
    this.#wake.abort();
    const child = this.#child;
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      // The channel alone would keep a process alive that has stopped everything else.
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), this.#program.stopMs);
      await this.#exited;
      clearTimeout(timer);
    }
    this.#closed = true;
    this.#log.close();
  };

  #start(): void {
    const started = performance.now();
    const child = fork(this.#program.file, [], {
      env: this.#program.env,
      execArgv: ['--import', FOLLOW_PARENT],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Its own group: Ctrl-C at the terminal reaches the supervisor only, which stops all in the right order.
      detached: true,
    });
    this.#child = child;
    const spoken = Promise.all([this.#listen(child.stdout, false), this.#listen(child.stderr, true)]);
    child.on('message', (message: Ready) => {
      if (message.type !== 'ready') return;
      this.#wasReady = true;
      this.#resolveReady(message);
    });
    this.#exited = new Promise((resolve) => {
      child.once('error', (error) => this.#note(String(error), true));
      // Not `close`, which never comes after the channel was closed from this side; the last words are waited for.
      child.once('exit', (code, signal) => {
        void Promise.race([spoken, wait(LAST_WORDS_MS)]).then(() => {
          resolve();
          if (!this.#stopping) void this.#comeBack(performance.now() - started, code ?? signal ?? 'unknown');
        });
      });
    });
  }

  /** Takes a stream line by line; resolves at its end. */
  async #listen(stream: Readable | null, errors: boolean): Promise<void> {
    if (stream === null) return;
    for await (const line of createInterface({ input: stream })) this.#note(line, errors);
  }

  #note(line: string, errors: boolean): void {
    if (line.trim() === '' || this.#closed) return;
    this.#log.write(line);
    this.#lastLines = [...this.#lastLines, line].slice(-LAST_LINES);
    const warning = readWarning(line, errors);
    if (warning !== undefined) this.#options.show(`[${this.name}] ${warning}`);
  }

  async #comeBack(livedMs: number, how: string | number): Promise<void> {
    this.#deaths = livedMs > GOOD_LIFE_MS ? 1 : this.#deaths + 1;
    if (!this.#wasReady && this.#deaths >= DEATHS_MAX) {
      const words = this.#lastLines.filter((line) => !line.startsWith('{')).join('\n');
      this.#rejectReady(new StartFault(`The process ${this.name} cannot start.\n${words}`));
    }
    const first = this.#options.restartMs ?? RESTART_MS;
    const delayMs = Math.min(first * 2 ** (this.#deaths - 1), RESTART_MS_MAX);
    this.#options.show(`[${this.name}] ended (${how}); started again in ${delayMs} ms`);
    await wait(delayMs, undefined, { signal: this.#wake.signal }).catch(() => undefined);
    if (!this.#stopping) this.#start();
  }
}

/** Starts a program and keeps it running until it is stopped. */
export function supervise(program: Program, options: SuperviseOptions): Supervised {
  return new Child(program, options);
}
