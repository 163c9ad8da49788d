import pg from 'pg';

/** A transaction may give itself more time; none gives itself more than this. */
const RAISED_MS = 600_000;
/** The end of a transaction has no time limit in the server: it waits for the disk, and goes on whoever is gone. */
const COMMIT_MS = 30_000;
/** The server breaks off a statement by itself; an answer that is missing so much later is not to come. */
const SLACK_MS = 5_000;
const RAISE = /^\s*(set|select set_config)\b.*\bstatement_timeout\b/;

/** Read anew for each question: a test that looks at all of them stands there. */
const asOfAll = pg.Client.prototype as unknown as { query: (this: void, ...question: unknown[]) => unknown };

/**
 * Ends a connection on which an answer is due and nothing comes, a little after the time that a statement may take: a machine that
 * loses its power says nothing, and the kernel waits a quarter of an hour. Whoever asked is told that the connection is lost, and a
 * pool throws it away (with `query_timeout` of the driver it would be put back). Copies count as any question; who only listens, or
 * holds a lock, owes nothing.
 */
export function cutWhenSilent(client: pg.Client, statementMs: number): void {
  const { connection } = client;
  /** How long each question that is not answered yet may take, in their order. */
  const owed: { text: string; ms: number }[] = [];
  let due: NodeJS.Timeout | undefined;
  let isRaised = false;
  const look = (asked: NodeJS.Timeout, ms: number): void => {
    const heard = bytesOf(connection);
    // After a pause of this process what came meanwhile is read first.
    setImmediate(() => {
      if (due !== asked) return;
      if (bytesOf(connection) > heard) asked.refresh();
      else connection.stream.destroy(new Error(`connection terminated: no answer in ${ms} ms`));
    });
  };
  const watch = (): void => {
    clearTimeout(due);
    const ms = owed[0] && owed[0].ms + SLACK_MS;
    if (ms === undefined) return void (due = undefined);
    const asked = setTimeout(() => look(asked, ms), ms).unref();
    due = asked;
  };
  const answered = (count: number): void => {
    if (owed.splice(0, count).some(({ text }) => text === 'commit' || text === 'rollback')) isRaised = false;
    watch();
  };
  client.query = ((...question: unknown[]) => {
    const text = textOf(question[0]);
    if (RAISE.test(text)) isRaised = true;
    const least = isRaised ? RAISED_MS : text === 'commit' ? COMMIT_MS : 0;
    owed.push({ text, ms: Math.max(statementMs, least) });
    if (owed.length === 1) watch();
    return Reflect.apply(asOfAll.query, client, question) as unknown;
  }) as typeof client.query;
  connection.on('readyForQuery', () => answered(1));
  // Nothing waits any more: a question that never left owes nothing either.
  client.on('drain', () => answered(owed.length));
  client.on('end', () => clearTimeout(due));
}

function bytesOf({ stream }: pg.Connection): number {
  return 'bytesRead' in stream ? Number(stream.bytesRead) : 0;
}

function textOf(question: unknown): string {
  if (typeof question === 'string') return question;
  return typeof question === 'object' && question !== null && 'text' in question ? String(question.text) : '';
}
