import { assert } from '@openmere/core/kit/fault.ts';
import { CompiledQuery } from 'kysely';
import type { Connection } from 'pg';
import type { Tx } from './connect.ts';

/** What the driver's types leave out of a connection. */
type Copying = Connection & { sendCopyFromChunk: (chunk: Buffer) => void; endCopyFrom: () => void };

/**
 * A statement `copy … from stdin` and its text, as the driver runs it. Kysely hands only its cursors over unread, so this stands in
 * a cursor's place: it answers no rows, once the server has taken all.
 */
export class CopyCursor {
  readonly #text: string;
  readonly #rows: Buffer;
  readonly #taken = Promise.withResolvers<void>();

  constructor(text: string, parameters: readonly unknown[]) {
    const [rows] = parameters;
    assert(Buffer.isBuffer(rows), 'only a copy is handed over as a cursor');
    this.#text = text;
    this.#rows = rows;
    // Whoever reads is told; the connection may fail before that.
    this.#taken.promise.catch(() => undefined);
  }

  submit(connection: Connection): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: Copying): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }

  /** How many there were; they were all there were. */
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#taken.resolve();
  }

  handleError(error: Error): void {
    this.#taken.reject(error);
  }

  async read(): Promise<never[]> {
    await this.#taken.promise;
    return [];
  }

  async close(): Promise<void> {
    await this.#taken.promise.catch(() => undefined);
  }
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value of a row's text; null is no value. */
export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  return /[\\\t\n\r]/.test(value) ? value.replaceAll(/[\\\t\n\r]/g, (one) => escapes[one] ?? one) : value;
}

/**
 * Writes many rows at once, in a quarter less time than an insert: all of them, or it throws. `into`: the table and its columns, of the
 * program and never of a request; `rows`: a line for each, its values by `copyText` with tabs between.
 */
export async function copyIn(tx: Tx, into: string, rows: string): Promise<void> {
  const query = CompiledQuery.raw(`copy ${into} from stdin`, [Buffer.from(rows)]);
  for await (const _ of tx.getExecutor().stream(query, 1));
}
