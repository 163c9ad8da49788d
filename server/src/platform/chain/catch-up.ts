import { Fault } from '@openmere/core/kit/fault.ts';
import type { Header } from './answer.ts';
import { applyRead, readConfirmed } from './apply-logs.ts';
import type { RangeOptions, RangeRead } from './apply-logs.ts';
import { hashContent } from './cursor-store.ts';
import type { Cursor } from './cursor-store.ts';
import type { Tip } from './reader.ts';
import { RpcAnswerError } from './rpc.ts';
import type { Span } from './span.ts';

/** What is final up to `final`, as the tip said it, and how far one poll goes. */
export type CatchUp = {
  final: bigint;
  tip: Tip;
  span: Span;
  stepsMax: number;
  /** Throws unless `found` is the cursor's block: that was final. */
  checkCursor: (cursor: Cursor, found: Header | undefined) => Promise<void>;
};

type Ahead = { value: RangeRead } | { error: unknown };

/**
 * Reads and applies the final blocks behind `start`, a range at a time. While a range is applied the next one is read: the
 * node and the database work at the same time. Only what is applied counts; what was read ahead is thrown away on any fault.
 */
export async function catchUp(
  options: RangeOptions,
  start: Cursor,
  goal: CatchUp,
): Promise<{ cursor: Cursor; applied: number }> {
  const { span } = goal;
  let cursor = start;
  let applied = 0;
  let ahead: Promise<Ahead> | undefined;
  try {
    for (let steps = 0; steps < goal.stepsMax && cursor.number < goal.final; steps += 1) {
      let read: RangeRead;
      try {
        read = await (ahead ? take(ahead) : readRange(options, cursor, goal));
      } catch (error) {
        // Too many results, too long a range, too slow: nodes say it in many words, so any refusal asks for less.
        ahead = undefined;
        if (!span.shrink() || !(error instanceof RpcAnswerError)) throw error;
        continue;
      }
      span.fit(read.headers.length, read.logs.length);
      const isLast = read.end.number >= goal.final || steps + 1 >= goal.stepsMax;
      ahead = isLast ? undefined : settled(readRange(options, read.end, goal, true));
      applied += await applyRead(options, cursor, read);
      cursor = read.end;
    }
  } finally {
    await ahead;
  }
  return { cursor, applied };
}

/** Waits for the outcome without ever leaving a rejection that nobody sees. */
function settled(reading: Promise<RangeRead>): Promise<Ahead> {
  return reading.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

async function take(ahead: Promise<Ahead>): Promise<RangeRead> {
  const outcome = await ahead;
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

/** Reads the blocks behind `cursor`, as many as the span allows, and checks that they follow it. */
async function readRange(
  options: RangeOptions,
  cursor: Cursor,
  { final, tip, span, checkCursor }: CatchUp,
  isAhead = false,
): Promise<RangeRead> {
  const from = cursor.number + 1n;
  const reach = cursor.number + BigInt(span.blocks);
  const to = reach < final ? reach : final;
  const headers = await options.reader.readHeaders(cursor.hash === null ? from : cursor.number, to);
  if (cursor.hash !== null) {
    const found = headers.shift();
    if (isAhead && found?.hash !== cursor.hash) throw new Fault('chain.moved', { retry: true });
    if (!isAhead) await checkCursor(cursor, found);
  }
  const end = headers.at(-1);
  if (!end || (end.number === tip.final.number && end.hash !== tip.final.hash)) {
    throw new Fault('chain.badanswer', {
      retry: true,
      cause: new Error('two hashes for the finalized block'),
    });
  }
  const read = await readConfirmed(options, headers);
  if (isAhead) workAhead(read);
  return { headers, end, isAhead, ...read };
}

/** What needs no database is done while that is busy with the range before. */
function workAhead({ logs, watches }: Pick<RangeRead, 'logs' | 'watches'>): void {
  for (const log of logs) hashContent(log);
  for (const { handler } of watches) handler.readAhead?.(logs);
}
