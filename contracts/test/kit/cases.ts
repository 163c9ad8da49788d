import * as runner from 'node:test';

/** A group of tests. (The runner's own promise is the runner's business: it waits for every test by itself.) */
export function describe(name: string, body: () => void): void {
  void runner.describe(name, body);
}

/** One test; passes when `body` ends without throwing. */
export function it(name: string, body: () => void | Promise<void>): void {
  void runner.it(name, body);
}

/** Runs before the tests of its group. */
export const before: typeof runner.before = runner.before;
/** Runs after the tests of its group. */
export const after: typeof runner.after = runner.after;
