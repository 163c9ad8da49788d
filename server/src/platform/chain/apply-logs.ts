import { Fault } from '@openmere/core/kit/fault.ts';
import { inTransaction } from '../db/connect.ts';
import type { Db, Tx } from '../db/connect.ts';
import { claimLogs, lockCursor, moveCursor } from './cursor-store.ts';
import type { Cursor } from './cursor-store.ts';
import { loadWatches, matches } from './log.ts';
import type { ChainLog, LogHandler, Watch } from './log.ts';
import { arrange, bloomExpects, sameLog } from './reader.ts';
import type { ChainReader, Header } from './reader.ts';

export type RangeOptions = {
  db: Db;
  reader: ChainReader;
  /** A second node of the same chain: what becomes final must be the same there. */
  witness?: ChainReader | undefined;
  chainId: number;
  handlers: readonly LogHandler[];
};

/** The logs of linked headers; blocks whose bloom speaks of ours are asked for once more, by hash and another way. */
export async function readChecked(
  reader: ChainReader,
  headers: readonly Header[],
  watches: readonly Watch[],
): Promise<ChainLog[]> {
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last || watches.length === 0) return [];
  const index = new Map(headers.map((header) => [header.number, header]));
  const logs = await reader.readLogs(first.number, last.number, watches, index);
  const given = new Set(logs.map((log) => log.blockNumber));
  const again: Header[] = [];
  for (const header of headers) {
    const expected = bloomExpects(header, watches);
    if (expected === false && given.has(header.number)) {
      const cause = new Error(`block ${header.number} has logs beside its bloom`);
      throw new Fault('chain.nonsense', { retry: true, cause });
    }
    // Asked also where some came: others of the block may have been left out.
    if (expected === true) again.push(header);
  }
  return arrange([...logs, ...(await reader.readBlockLogs(again, watches))], watches);
}

/** Logs of final headers that the handlers want, confirmed by the second node where there is one. */
export async function readConfirmed(
  options: RangeOptions,
  headers: readonly Header[],
): Promise<{ logs: ChainLog[]; watches: Watch[] }> {
  const watches = await inTransaction(options.db, (tx) => loadWatches(tx, options.handlers));
  const logs = await readChecked(options.reader, headers, watches);
  if (options.witness) await compare(options.witness, headers, watches, logs);
  return { logs, watches };
}

/**
 * Reads the final blocks behind `cursor` that `headers` name, and applies their logs in one transaction with the cursor's
 * move to the last of them. @returns how many logs went to handlers.
 */
export async function applyRange(
  options: RangeOptions,
  cursor: Cursor,
  headers: readonly Header[],
): Promise<number> {
  const { db, chainId } = options;
  const end = headers.at(-1);
  if (!end) return 0;
  const { logs, watches } = await readConfirmed(options, headers);
  const places = new Set(logs.map((log) => log.blockNumber));
  const marks = headers.filter((header) => header === end || places.has(header.number));
  return inTransaction(db, async (tx) => {
    // Locked first: a second follower waits here, and then finds that its range is done.
    if (!(await lockCursor(tx, chainId, cursor))) throw new Fault('chain.overtaken', { retry: true });
    const count = await apply(tx, logs, watches);
    await moveCursor(tx, chainId, end, marks);
    return count;
  });
}

/** Both nodes must know the same last block and the same logs; the one that is behind or wrong makes us wait. */
async function compare(
  witness: ChainReader,
  headers: readonly Header[],
  watches: readonly Watch[],
  logs: readonly ChainLog[],
): Promise<void> {
  const [first, last] = [headers[0], headers.at(-1)];
  if (!first || !last) return;
  const disagree = (what: string): Fault =>
    new Fault('chain.disagree', { retry: true, cause: new Error(`the second node has ${what}`) });
  const header = await witness.findHeader(last.number);
  if (header?.hash !== last.hash) throw disagree(`another block ${last.number}`);
  if (watches.length === 0) return;
  const index = new Map(headers.map((one) => [one.number, one]));
  const others = await witness.readLogs(first.number, last.number, watches, index);
  if (others.length !== logs.length || others.some((log, at) => !sameLog(log, logs[at]))) {
    throw disagree(`${others.length} logs up to ${last.number}, the first ${logs.length}`);
  }
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
  const logs = await reader.readBlockLogs(headers, watches);
  return inTransaction(db, async (tx) => {
    if (!(await lockCursor(tx, chainId, cursor))) throw new Fault('chain.overtaken', { retry: true });
    return apply(tx, logs, watches);
  });
}

/** Gives each log that is not applied yet to the handlers that want it, in chain order. @returns how many. */
export async function apply(tx: Tx, logs: readonly ChainLog[], watches: readonly Watch[]): Promise<number> {
  const claimed = new Map<LogHandler, Set<string>>();
  for (const watch of watches) {
    const wanted = logs.filter((log) => matches(watch, log));
    claimed.set(watch.handler, await claimLogs(tx, watch.handler.name, wanted));
  }
  const single = watches.filter(({ handler }) => !handler.onFinalMany);
  let count = 0;
  for (const log of single.length > 0 ? logs : []) {
    for (const { handler } of single) {
      if (!claimed.get(handler)?.delete(placeOf(log))) continue;
      await handler.onFinal(tx, log);
      count += 1;
    }
  }
  for (const { handler } of watches) {
    const places = claimed.get(handler);
    const own = handler.onFinalMany && places ? logs.filter((log) => places.has(placeOf(log))) : [];
    if (own.length === 0) continue;
    await handler.onFinalMany?.(tx, own);
    count += own.length;
  }
  return count;
}

function placeOf(log: ChainLog): string {
  return `${log.txHash}:${log.logIndex}`;
}
