import type { Pool } from 'pg';

/** Milliseconds in which at least one question was with PostgreSQL, since it was made. */
export type DatabaseTime = { ms: () => number };

/** Looks at every connection that a pool makes from now on. Questions beside each other count once. */
export function watchDatabase(pool: Pool): DatabaseTime {
  let [open, since, sum] = [0, 0, 0];
  const begin = (): void => {
    if (open === 0) since = performance.now();
    open += 1;
  };
  const end = (): void => {
    open -= 1;
    if (open === 0) sum += performance.now() - since;
  };
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...question: unknown[]) => unknown;
    const watched = (...question: unknown[]): unknown => {
      const answer = ask(...question);
      if (!(answer instanceof Promise)) return answer;
      begin();
      return answer.finally(end);
    };
    Object.assign(client, { query: watched });
  });
  return { ms: () => sum };
}
