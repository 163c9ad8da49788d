import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const BYTES_MAX = 10_000_000;
const KEPT = 3;

/** A log that never grows over 40 MB: the file of now, and three before it (`.1` is the newest of them). */
export class LogFile {
  #path: string;
  #bytes = 0;
  #handle: number;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#handle = this.#open();
  }

  /** Appends one line. Synchronous, so that the last words of a process that dies are there. */
  write(line: string): void {
    if (this.#bytes > BYTES_MAX) this.#rotate();
    this.#bytes += writeSync(this.#handle, `${line}\n`);
  }

  close(): void {
    closeSync(this.#handle);
  }

  #open(): number {
    const handle = openSync(this.#path, 'a', 0o600);
    this.#bytes = statSync(this.#path).size;
    return handle;
  }

  #rotate(): void {
    closeSync(this.#handle);
    rmSync(`${this.#path}.${KEPT}`, { force: true });
    for (let number = KEPT - 1; number >= 1; number -= 1) {
      const from = `${this.#path}.${number}`;
      if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${this.#path}.${number + 1}`);
    }
    renameSync(this.#path, `${this.#path}.1`);
    this.#handle = this.#open();
  }
}
