/** The world failed (database, chain node, mail): nobody's mistake. `retry` tells workers whether trying again can help. */
export class Fault extends Error {
  readonly code: string;
  readonly retry: boolean;

  constructor(code: string, options: { retry: boolean; cause?: unknown }) {
    super(code, { cause: options.cause });
    this.name = 'Fault';
    this.code = code;
    this.retry = options.retry;
  }
}

/** A bug: the program believed something that is not so. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}
