import { dayOf } from '@openmere/core/kit/day.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { inTransaction } from '../db/connect.ts';
import type { Db, Tx } from '../db/connect.ts';
import type { Header } from './answer.ts';
import { readFinal } from './check-logs.ts';
import type { Readers } from './check-logs.ts';
import { claimLogs, lockCursor, moveCursor } from './cursor-store.ts';
import type { Cursor } from './cursor-store.ts';
import { isAnyJoined } from './handler-store.ts';
import { loadWatches, pickWanted, sameWatches } from './log.ts';
import type { ChainLog, LogHandler, Watch } from './log.ts';
import { pickingReader } from './picking-reader.ts';
import { RANGE_LOGS } from './span.ts';

export type RangeOptions = Readers & {
  db: Db;
  chainId: number;
  handlers: readonly LogHandler[];
  /** What these are called in chain_handler that are read by themselves in this poll, as they are behind. */
  behind?: readonly string[];
  /**
   * A final block changed, or behind that a handler's transaction (`changed`): stop what leaves the house and call a person, for each
   * of them. Runs in a transaction.
   */
  onFork(tx: Tx, reason: string, changed?: string): Promise<void>;
};

/** Logs of final headers that the handlers want, as far as the nodes agree about them. */
export async function readConfirmed(
  options: RangeOptions,
  headers: readonly Header[],
): Promise<{ logs: ChainLog[]; watches: Watch[] }> {
  const watches = await inTransaction(options.db, (tx) => loadWatches(tx, options.handlers));
  return { logs: await readFinal(pickingReaders(options, watches), headers, watches), watches };
}

function pickingReaders({ db, reader, witness }: RangeOptions, watches: readonly Watch[]): Readers {
  return {
    reader: pickingReader(db, reader, watches),
    witness: witness && pickingReader(db, witness, watches),
  };
}

/** Final headers, linked, with their logs and what was watched when they were read. */
export type RangeRead = {
  headers: Header[];
  end: Header;
  logs: ChainLog[];
  watches: Watch[];
  /** Read before what comes before it was applied: what is watched may be more by now. */
  isAhead: boolean;
};

/**
 * Applies what was read of the blocks behind `cursor`, in transactions that each move the cursor to the last block of their
 * part. What was read ahead is read again when something else is watched by now. @returns how many logs went to handlers.
 */
export async function applyRead(options: RangeOptions, cursor: Cursor, read: RangeRead): Promise<number> {
  const { db, chainId, handlers, behind = [] } = options;
  let { logs, watches } = read;
  if (read.isAhead) {
    const now = await inTransaction(db, (tx) => loadWatches(tx, handlers));
    if (!sameWatches(now, watches)) ({ logs, watches } = await readConfirmed(options, read.headers));
  }
  let count = 0;
  let place = cursor;
  for (const part of partsOf(read.headers, logs)) {
    const from = place;
    count += await inTransaction(db, async (tx) => {
      // Locked first: a second follower waits here, and then finds that its range is done.
      if (!(await lockCursor(tx, chainId, from))) throw new Fault('chain.overtaken', { retry: true });
      // The second follower may have let one join the cursor that is not read here.
      if (await isAnyJoined(tx, chainId, behind)) throw new Fault('chain.overtaken', { retry: true });
      const done = await apply(options, tx, part.logs, watches);
      await moveCursor(tx, chainId, part.end, part.marks);
      return done;
    });
    place = part.end;
  }
  return count;
}

type Part = { end: Header; marks: Header[]; logs: ChainLog[] };

/**
 * Whole blocks of one UTC day, together about as many logs as a transaction should apply: handlers post one after the other, and
 * what one posts for yesterday must not come behind what another posted for today. `marks`: blocks whose hashes are kept.
 */
function partsOf(headers: readonly Header[], logs: readonly ChainLog[]): Part[] {
  const parts: Part[] = [];
  let part: Omit<Part, 'end'> = { marks: [], logs: [] };
  let at = 0;
  for (const [index, header] of headers.entries()) {
    const before = at;
    for (let log = logs[at]; log?.blockNumber === header.number; log = logs[at]) {
      part.logs.push(log);
      at += 1;
    }
    const next = headers[index + 1];
    const isEnd =
      !next || part.logs.length >= RANGE_LOGS || dayOf(next.time.getTime()) > dayOf(header.time.getTime());
    if (isEnd || at > before) part.marks.push(header);
    if (!isEnd) continue;
    parts.push({ ...part, end: header });
    part = { marks: [], logs: [] };
  }
  return parts;
}

/** Reads final blocks again, block by block, and applies what was left out before. The cursor stays. @returns how many. */
export async function applyAgain(
  options: RangeOptions,
  cursor: Cursor,
  from: bigint,
  to: bigint,
): Promise<number> {
  const { db, reader, chainId } = options;
  const headers = await reader.readHeaders(from, to);
  if (to === cursor.number && headers.at(-1)?.hash !== cursor.hash)
    throw new Fault('chain.fork', { retry: true });
  const watches = await inTransaction(db, (tx) => loadWatches(tx, options.handlers));
  const logs = await readFinal(pickingReaders(options, watches), headers, watches, 'every');
  return inTransaction(db, async (tx) => {
    if (!(await lockCursor(tx, chainId, cursor))) throw new Fault('chain.overtaken', { retry: true });
    return apply(options, tx, logs, watches);
  });
}

/**
 * Gives each log that is not applied yet to the handlers that want it, in chain order. What stands in the place of one that a
 * reorganisation took, and says something else, is nobody's to apply by itself: it halts and calls a person. @returns how many.
 */
export async function apply(
  { onFork }: Pick<RangeOptions, 'onFork'>,
  tx: Tx,
  logs: readonly ChainLog[],
  watches: readonly Watch[],
): Promise<number> {
  const fresh = new Map<LogHandler, readonly ChainLog[]>();
  for (const watch of watches) {
    const wanted = await pickWanted(tx, watch, logs);
    const { fresh: claimed, replacing, returned } = await claimLogs(tx, watch.handler.name, wanted);
    const isAll = claimed.size === wanted.length;
    fresh.set(watch.handler, isAll ? wanted : wanted.filter((log) => claimed.has(logKey(log))));
    if (watch.handler.onReturned && returned.size > 0)
      for (const log of wanted) if (returned.has(log.txHash)) await watch.handler.onReturned(tx, log);
    for (const hash of replacing)
      await onFork(
        tx,
        `${watch.handler.name}: transaction ${hash} is not what it was before the reorganisation`,
        `${watch.handler.name} ${hash}`,
      );
  }
  let count = 0;
  for (const { log, handler } of singlesOf(logs, watches, fresh)) {
    await handler.onFinal(tx, log);
    count += 1;
  }
  for (const { handler } of watches) {
    const own = fresh.get(handler) ?? [];
    if (!handler.onFinalMany || own.length === 0) continue;
    await handler.onFinalMany(tx, own);
    count += own.length;
  }
  return count;
}

/** What goes to handlers one by one: in chain order, for each log in the order of the handlers. */
function singlesOf(
  logs: readonly ChainLog[],
  watches: readonly Watch[],
  fresh: ReadonlyMap<LogHandler, readonly ChainLog[]>,
): { log: ChainLog; handler: LogHandler }[] {
  const single = watches.flatMap(({ handler }) =>
    handler.onFinalMany ? [] : [{ handler, own: new Set(fresh.get(handler)) }],
  );
  if (single.every(({ own }) => own.size === 0)) return [];
  return logs.flatMap((log) =>
    single.flatMap(({ handler, own }) => (own.has(log) ? [{ log, handler }] : [])),
  );
}

function logKey(log: ChainLog): string {
  return `${log.txHash}:${log.logIndex}`;
}
