import { Fault } from '@openmere/core/kit/fault.ts';
import { inTransaction } from '../db/connect.ts';
import { apply, readConfirmed } from './apply-logs.ts';
import type { RangeOptions } from './apply-logs.ts';
import { cursorNameOf } from './by-contract.ts';
import { lockCursor } from './cursor-store.ts';
import type { Cursor } from './cursor-store.ts';
import { listBehind, moveHandlers, openHandlers, parkContracts } from './handler-store.ts';
import type { Behind } from './handler-store.ts';
import { loadWatches } from './log.ts';
import { RpcAnswerError } from './rpc.ts';
import type { Span } from './span.ts';

export type BackfillLimits = { span: Span; stepsMax: number };

/**
 * Takes note of handlers that this chain has not had, and tells which are behind. A handler counts from the moment that it
 * has something to watch; before the first block was followed it goes with the cursor, later it starts at `startBlock`.
 * A contract that is watched no more goes on, when it is again, where it was left. `known` keeps the names that need no further look.
 */
export async function findBehind(
  options: RangeOptions,
  cursor: Cursor,
  startBlock: bigint,
  known: Set<string>,
): Promise<Behind> {
  const { db, chainId, handlers } = options;
  const present = new Set(handlers.map(cursorNameOf));
  const unknown = handlers.filter((handler) => !known.has(cursorNameOf(handler)));
  const left = [...known].filter((name) => !present.has(name));
  if (unknown.length > 0 || left.length > 0) {
    await parkContracts(db, chainId, [...present], cursor.number + 1n);
    for (const name of left) known.delete(name);
    const watches = await inTransaction(db, (tx) => loadWatches(tx, unknown));
    const names = watches.map(({ handler }) => cursorNameOf(handler));
    await openHandlers(db, chainId, names, cursor.hash === null ? null : startBlock);
    for (const name of names) known.add(name);
  }
  const behind = await listBehind(db, chainId);
  return new Map([...behind].filter(([name]) => present.has(name)));
}

/**
 * Lets handlers that are behind read on towards the cursor, which stays, those that are furthest behind first. Their logs
 * and the note of how far they are come in one transaction, so it goes on where it was stopped. @returns how many logs
 * were applied, and whether some handler is still behind.
 */
export async function backfill(
  options: RangeOptions,
  cursor: Cursor,
  behind: Behind,
  limits: BackfillLimits,
): Promise<{ applied: number; more: boolean }> {
  const places = new Map(behind);
  const { span } = limits;
  let applied = 0;
  for (let steps = 0; steps < limits.stepsMax && places.size > 0; steps += 1) {
    const { names, from, to } = nextRange(places, cursor.number, span.blocks);
    try {
      const found = await step(options, cursor, names, from, to);
      span.fit(Number(to - from) + 1, found);
      applied += found;
    } catch (error) {
      // A range too long for the node: any refusal asks for less, as when following; so does silence, at the next poll.
      if (!span.shrink() || !(error instanceof RpcAnswerError)) throw error;
      continue;
    }
    for (const name of names) {
      if (to >= cursor.number) places.delete(name);
      else places.set(name, to + 1n);
    }
  }
  return { applied, more: places.size > 0 };
}

type Range = { names: string[]; from: bigint; to: bigint };

/** The handlers furthest behind, and their next blocks: up to the cursor, or to where the next ones join them. */
function nextRange(places: Behind, last: bigint, span: number): Range {
  const starts = [...new Set(places.values())].sort((a, b) => (a < b ? -1 : 1));
  const from = starts[0] ?? last;
  const ends = [from + BigInt(span) - 1n, last, ...(starts[1] === undefined ? [] : [starts[1] - 1n])];
  const to = ends.reduce((least, end) => (end < least ? end : least));
  return { names: [...places].filter(([, start]) => start === from).map(([name]) => name), from, to };
}

async function step(
  options: RangeOptions,
  cursor: Cursor,
  names: readonly string[],
  from: bigint,
  to: bigint,
): Promise<number> {
  const { db, reader, chainId } = options;
  const headers = to < from ? [] : await reader.readHeaders(from, to);
  if (to === cursor.number && headers.length > 0 && headers.at(-1)?.hash !== cursor.hash) {
    throw new Fault('chain.fork', { retry: true });
  }
  const handlers = options.handlers.filter((handler) => names.includes(cursorNameOf(handler)));
  const { logs, watches } = await readConfirmed({ ...options, handlers }, headers);
  return inTransaction(db, async (tx) => {
    if (!(await lockCursor(tx, chainId, cursor))) throw new Fault('chain.overtaken', { retry: true });
    const count = await apply(options, tx, logs, watches);
    await moveHandlers(tx, chainId, names, to >= cursor.number ? null : to + 1n);
    return count;
  });
}
