import { endOfDay } from '@openmere/core/kit/day.ts';
import { availableAccount } from '@openmere/core/ledger/account.ts';
import type { JournalEntry, Posting } from '@openmere/core/ledger/entry.ts';
import { POSTINGS_MAX } from '@openmere/core/ledger/entry.ts';
import { spendMany } from '../liquidity/spend-many.ts';
import { useIndexes } from '../platform/db/by-index.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { liftLimits, lockBatch, lockSettlement, saveCredited } from './settlement-store.ts';
import type { SettleDeps } from './sources.ts';
import type { Settlement } from './tables.ts';
import { listYield } from './written-store.ts';

/** Rewards of one transaction: short enough that transfers pass in between. */
const BATCH = 1_000;
/** One batch takes power and EQUITY while the one before it is posted: more would only wait for the accounts they all share. */
const AT_ONCE = 2;

type Batch = { day: number; from: bigint; to: bigint };

/**
 * Credits a day's yield in batches, each a transaction that takes EQUITY and power, posts, and notes how far it is. A batch takes
 * while the one before it is posted. They take in order, so that none waits for a person whom a later one holds, and are posted
 * and noted in order, so that what is noted is done whenever this is killed. A second settler waits for a batch, and then finds
 * it done.
 */
export async function creditYield(
  ctx: SettleDeps,
  { period: day, first_serial: first, last_serial: last, credited_serial: credited }: Settlement,
): Promise<void> {
  if (first === null || last === null) return;
  const size = BigInt(ctx.batch ?? BATCH);
  let from = (credited ?? first - 1n) + 1n;
  let isOver = false;
  let before: Turn = { taken: Promise.resolve(), posted: Promise.resolve() };
  const work = async (): Promise<void> => {
    while (from <= last && !isOver) {
      if (ctx.signal?.aborted === true)
        throw new Error('the settler stops: the rest is credited after its next start');
      const to = from + size - 1n < last ? from + size - 1n : last;
      const batch = { day, from, to };
      from = to + 1n;
      const taken = Promise.withResolvers<void>();
      const posted = creditBatch(ctx, batch, { before, taken: taken.resolve }).finally(taken.resolve);
      before = { taken: taken.promise, posted };
      await posted;
      ctx.onStep?.('batch');
    }
  };
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    try {
      await work();
    } finally {
      // After a failure nobody begins another; after the end there is none.
      isOver = true;
    }
  });
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
}

/** When the batch before has taken what it needs, and when it is done. */
type Turn = { taken: Promise<void>; posted: Promise<void> };

/** Lock order: batch, persons, lots of power, settlement, the ledger. */
async function creditBatch(
  ctx: SettleDeps,
  batch: Batch,
  turn: { before: Turn; taken: () => void },
): Promise<void> {
  const of = { pool: 'yield', period: batch.day } as const;
  await turn.before.taken;
  let tries = 0;
  await inTransaction(ctx.db, async (tx) => {
    tries += 1;
    // The next batch may hold by now what this one let go.
    if (tries > 1) throw new Error('a batch was broken off: the rest is credited after the next start');
    await liftLimits(tx);
    await useIndexes(tx);
    if ((await lockBatch(tx, of, batch.from)) >= batch.to) return;
    const entries = await takeForBatch(ctx, tx, batch);
    turn.taken();
    await turn.before.posted;
    const settlement = await lockSettlement(tx, of);
    if ((settlement?.credited_serial ?? batch.from - 1n) !== batch.from - 1n)
      throw new Error('another settler credits other batches: the rest is credited after the next start');
    if (entries.length > 0) await ctx.post(tx, entries);
    await saveCredited(tx, of, batch.to);
  });
}

/** Uses up EQUITY and power. @returns what is to be posted. */
async function takeForBatch(
  { sources }: SettleDeps,
  tx: Tx,
  { day, from, to }: Batch,
): Promise<JournalEntry[]> {
  const rows = await listYield(tx, { from, to });
  const spent = new Map<string, bigint>();
  for (const row of rows) spent.set(row.member_id, (spent.get(row.member_id) ?? 0n) + row.amount);
  const equity = await spendMany({ tx }, spent);
  const personal = rows.filter((row) => row.kind === 'yield');
  await sources.power.usePersonalPower(tx, {
    rows: personal.map(({ member_id: memberId, amount }) => ({ memberId, amount })),
    key: `yield:${day}`,
    at: new Date(endOfDay(day)),
  });
  const credits = personal.map(({ member_id: memberId, amount }): Posting => {
    return { source: 'world', destination: availableAccount(memberId), asset: 'POY', amount };
  });
  return entriesOf([...equity, ...credits], `yield:${day}:${from}`);
}

/** As few entries as the ledger takes: what is posted together needs one key. */
function entriesOf(postings: readonly Posting[], key: string): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (let at = 0; at < postings.length; at += POSTINGS_MAX) {
    entries.push({
      key: `${key}:${at}`,
      kind: 'reward-credit',
      reference: key,
      actor: 'system:settlement',
      postings: postings.slice(at, at + POSTINGS_MAX),
    });
  }
  return entries;
}
