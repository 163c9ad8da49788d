import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const BYTES_MAX = 10_000_000;
const KEPT = 3;

/**
 * A log that never grows over 40 MB: the file of now, and three before it (`.1` is the newest of them). What a full disk does not take is
 * left out, and said once it takes something again: a program does not end for its log.
 */
export class LogFile {
  #path: string;
  #bytes = 0;
  #handle: number | undefined;
  #lost = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Appends one line. Synchronous, so that the last words of a process that dies are there. */
  write(line: string): void {
    try {
      if (this.#bytes > BYTES_MAX) this.#rotate();
      this.#handle ??= this.#open();
      const lost = this.#lost === 0 ? '' : `${this.#lost} lines could not be written\n`;
      this.#bytes += writeSync(this.#handle, `${lost}${line}\n`);
      this.#lost = 0;
    } catch {
      this.#lost += 1;
    }
  }

  close(): void {
    const handle = this.#handle;
    // Not kept: a closed number may be another file's by the next line.
    this.#handle = undefined;
    if (handle !== undefined) closeSync(handle);
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const handle = openSync(this.#path, 'a', 0o600);
    this.#bytes = statSync(this.#path).size;
    return handle;
  }

  #rotate(): void {
    this.close();
    rmSync(`${this.#path}.${KEPT}`, { force: true });
    for (let number = KEPT - 1; number >= 1; number -= 1) {
      const from = `${this.#path}.${number}`;
      if (statSync(from, { throwIfNoEntry: false })) renameSync(from, `${this.#path}.${number + 1}`);
    }
    renameSync(this.#path, `${this.#path}.1`);
  }
}
