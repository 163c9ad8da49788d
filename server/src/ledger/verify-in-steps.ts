import { checkBatches } from './chain.ts';
import type { Batch } from './chain.ts';
import type { Ask } from './journal.ts';
import { beginAt, compareAccount, compareSums, createTally, isHeldAccount } from './tally.ts';
import type { AccountRow, JournalRow, Report, Running } from './tally.ts';
import { WALK_LANE } from './verify-recent.ts';
import type { Checkpoint } from './verify-recent.ts';

/**
 * Where a verification of the whole ledger stands. Plain JSON. `heads`: the lanes when it began; everything up to them is gone
 * through in steps, what came since in the last one. `after`: the last batch that is done. `seen`: the last one of each lane.
 */
export type Progress = { heads: Checkpoint; after: string; seen: Checkpoint; rows: number };

/** Balances and holds as the rows so far leave them, kept between the steps by the caller, in the transaction of the step. */
export type KeptAccounts = {
  load: (accounts: readonly number[]) => Promise<ReadonlyMap<number, Kept>>;
  loadRange: (after: number, upTo: number) => Promise<ReadonlyMap<number, Kept>>;
  /** What is held under references of accounts; the lists belong together by their places. */
  loadHolds: (accounts: readonly number[], references: readonly string[]) => Promise<Hold[]>;
  save: (accounts: readonly (Kept & { id: number })[], holds: readonly Hold[]) => Promise<void>;
};
export type Kept = { balance: bigint; last: bigint };
export type Hold = { account: number; reference: string; open: bigint };

const BATCHES_PER_STEP = 1_000;
const BATCHES_PER_READ = 500;
const ROWS_PER_READ = 5_000;
const ACCOUNTS_PER_READ = 20_000;
/** A batch has so many ids; rows of batch b are b * 4096 and on. */
const firstRow = (batch: bigint): bigint => batch * 4096n;

const COLUMNS = `j.id, j.line, j.source, j.destination, j.amount, j.source_balance, j.destination_balance, j.source_previous,
  j.destination_previous, h.reference`;
/** Indexes: journal_pkey. */
const ROWS_OF_RANGE = `select ${COLUMNS} from ledger.journal j join ledger.journal h on h.id = j.id - j.line
  where j.id >= $1 and j.id < $2 order by j.id limit ${ROWS_PER_READ}`;
const ROWS_OF_BATCHES = `
  select ${COLUMNS} from unnest($1::bigint[]) as w(batch)
    cross join lateral (select r.* from ledger.journal r where r.id between w.batch * 4096 and w.batch * 4096 + 4095 offset 0) j
    join ledger.journal h on h.id = j.id - j.line order by j.id`;

/** Before the first row. */
export async function beginVerification(ask: Ask): Promise<Progress> {
  const heads: Checkpoint = {};
  for (const { id, batch, hash } of await readLanes(ask)) heads[id] = { batch: String(batch), hash };
  return { heads, after: '0', seen: {}, rows: 0 };
}

/** How much of what was there at the beginning is done, in hundredths. */
export function percentOf({ heads, after }: Progress): number {
  const end = lastBatch(heads);
  return end === 0n ? 100 : Number((BigInt(after) * 100n) / end);
}

/** Goes through the next batches: hashes, the chain of each lane, each row. @returns how far it is after them; undefined at the end. */
export async function verifyStep(
  ask: Ask,
  progress: Progress,
  kept: KeptAccounts,
  report: Report,
  limit = BATCHES_PER_STEP,
): Promise<Progress | undefined> {
  const end = lastBatch(progress.heads);
  const ids = await ask<{ id: bigint; lane: number }>(
    'select id, lane from ledger.batch where id > $1 and id <= $2 order by id limit $3',
    [progress.after, String(end), limit],
  );
  const isEnd = ids.length < limit;
  const last = isEnd ? end : (ids.at(-1)?.id ?? end);
  // A batch beyond its lane's head came since, and has its turn in the last step.
  const mine = ids
    .filter(({ id, lane }) => id <= BigInt(progress.heads[lane]?.batch ?? 0))
    .map(({ id }) => id);
  const batches = await checkChain(ask, mine, progress.seen, report);
  const range = { from: firstRow(BigInt(progress.after) + 1n), to: firstRow(last + 1n) };
  const rows = await verifyRange(ask, range, { mine: new Set(mine), kept, report });
  if (progress.after === String(last)) return undefined;
  return {
    ...progress,
    after: String(last),
    seen: { ...progress.seen, ...headsOf(batches) },
    rows: progress.rows + rows,
  };
}

/**
 * The last step, in one snapshot: what came since the beginning, the heads of all lanes, and each account against its rows.
 * @returns how many rows there are, and accounts.
 */
export async function finishVerification(
  ask: Ask,
  progress: Progress,
  kept: KeptAccounts,
  report: Report,
): Promise<{ rows: number; accounts: number }> {
  const lanes = await readLanes(ask);
  const since: bigint[] = [];
  for (const { id, batch } of lanes) {
    const from = progress.seen[id]?.batch ?? '0';
    const walked = await ask<{ id: bigint; previous: bigint }>(WALK_LANE, [String(batch), from]);
    if ((walked[0]?.previous ?? batch) !== BigInt(from))
      report({ invariant: 'I05', what: `lane ${id}: it does not lead back to what was verified before` });
    for (const one of walked) since.push(one.id);
  }
  since.sort((a, b) => (a < b ? -1 : 1));
  const seen = { ...progress.seen };
  let rows = progress.rows;
  for (let at = 0; at < since.length; at += BATCHES_PER_READ) {
    const part = since.slice(at, at + BATCHES_PER_READ);
    Object.assign(seen, headsOf(await checkChain(ask, part, seen, report)));
    const found = await ask<JournalRow>(ROWS_OF_BATCHES, [part.map(String)]);
    await tallyRows(ask, found, kept, report);
    rows += found.length;
  }
  for (const { id, batch, hash } of lanes) {
    if (seen[id]?.batch !== String(batch) || seen[id]?.hash !== hash)
      report({ invariant: 'I05', what: `lane ${id}: its head is not its last batch` });
  }
  const beyond = await ask<{ batch: bigint }>(
    'select distinct j.id >> 12 as batch from ledger.journal j where j.id >= $1',
    [String(firstRow(lastBatch(progress.heads) + 1n))],
  );
  const walked = new Set(since);
  reportStrays(
    beyond.map(({ batch }) => batch).filter((batch) => !walked.has(batch)),
    report,
  );
  return { rows, accounts: await verifyAccounts(ask, kept, report) };
}

async function readLanes(ask: Ask): Promise<{ id: number; batch: bigint; hash: string }[]> {
  return ask(
    `select id, batch, encode(hash, 'hex') as hash from ledger.lane where batch > 0 order by id`,
    [],
  );
}

function lastBatch(heads: Checkpoint): bigint {
  return Object.values(heads).reduce((last, { batch }) => (BigInt(batch) > last ? BigInt(batch) : last), 0n);
}

function headsOf(batches: readonly Batch[]): Checkpoint {
  return Object.fromEntries(
    batches.map(({ id, lane, hash }) => [lane, { batch: String(id), hash: hash.toString('hex') }]),
  );
}

/** Recomputes the hashes, and sees that each batch follows the one before it in its lane. */
async function checkChain(
  ask: Ask,
  ids: readonly bigint[],
  seen: Checkpoint,
  report: Report,
): Promise<Batch[]> {
  const all: Batch[] = [];
  const heads = new Map(Object.entries(seen).map(([lane, { batch }]) => [Number(lane), BigInt(batch)]));
  for (let at = 0; at < ids.length; at += BATCHES_PER_READ) {
    for (const batch of await checkBatches(ask, ids.slice(at, at + BATCHES_PER_READ), report)) {
      if ((heads.get(batch.lane) ?? 0n) !== batch.previous)
        report({ invariant: 'I05', what: `batch ${batch.id}: it does not follow the batch before it` });
      heads.set(batch.lane, batch.id);
      all.push(batch);
    }
  }
  return all;
}

type Range = { from: bigint; to: bigint };
type RangeWork = { mine: ReadonlySet<bigint>; kept: KeptAccounts; report: Report };

/** Tallies the rows of a range that belong to these batches; others must belong to a batch that there is. */
async function verifyRange(
  ask: Ask,
  { from, to }: Range,
  { mine, kept, report }: RangeWork,
): Promise<number> {
  const others = new Set<bigint>();
  let count = 0;
  for (let at = from; ;) {
    const found = await ask<JournalRow>(ROWS_OF_RANGE, [String(at), String(to)]);
    const rows = found.filter(({ id }) => mine.has(id >> 12n));
    for (const { id } of found) if (!mine.has(id >> 12n)) others.add(id >> 12n);
    await tallyRows(ask, rows, kept, report);
    count += rows.length;
    const last = found.at(-1);
    if (!last || found.length < ROWS_PER_READ) break;
    at = last.id + 1n;
  }
  if (others.size > 0) {
    const ids = [...others];
    const known = await ask<{ id: bigint }>('select id from ledger.batch where id = any($1::bigint[])', [
      ids.map(String),
    ]);
    const there = new Set(known.map(({ id }) => id));
    reportStrays(
      ids.filter((id) => !there.has(id)),
      report,
    );
  }
  return count;
}

function reportStrays(batches: readonly bigint[], report: Report): void {
  for (const batch of batches)
    report({ invariant: 'I05', what: `rows from ${firstRow(batch)} on: no batch names them` });
}

async function tallyRows(
  ask: Ask,
  rows: readonly JournalRow[],
  kept: KeptAccounts,
  report: Report,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = [...new Set(rows.flatMap(({ source, destination }) => [source, destination]))];
  const accounts = await ask<AccountRow>(
    'select id, name, asset, balance, last_row, may_be_negative from ledger.account where id = any($1::int[])',
    [ids],
  );
  const states = await kept.load(ids);
  const running = new Map<number, Running>(
    accounts.map((account) => [account.id, { ...beginAt(account), ...states.get(account.id) }]),
  );
  const touched = heldIn(rows, running);
  const before = await kept.loadHolds(
    touched.map(({ account }) => account),
    touched.map(({ reference }) => reference),
  );
  for (const { account, reference, open } of before) running.get(account)?.holds.set(reference, open);
  const add = createTally(running, report);
  for (const row of rows) add(row);
  await kept.save(
    [...running.values()].map(({ account: { id }, balance, last }) => ({ id, balance, last })),
    touched.map(({ account, reference }) => ({
      account,
      reference,
      open: running.get(account)?.holds.get(reference) ?? 0n,
    })),
  );
}

/** Each reference of each `:held` account that the rows touch, once. */
function heldIn(
  rows: readonly JournalRow[],
  running: ReadonlyMap<number, Running>,
): { account: number; reference: string }[] {
  const found = new Map<string, { account: number; reference: string }>();
  for (const { source, destination, reference } of rows) {
    for (const account of [source, destination]) {
      const at = running.get(account);
      if (at && isHeldAccount(at.account)) found.set(`${account} ${reference}`, { account, reference });
    }
  }
  return [...found.values()];
}

async function verifyAccounts(ask: Ask, kept: KeptAccounts, report: Report): Promise<number> {
  const sums = new Map<string, bigint>();
  let count = 0;
  for (let after = 0; ;) {
    const accounts = await ask<AccountRow>(
      `select id, name, asset, balance, last_row, may_be_negative from ledger.account where id > $1 order by id limit $2`,
      [after, ACCOUNTS_PER_READ],
    );
    const last = accounts.at(-1);
    if (!last) break;
    const states = await kept.loadRange(after, last.id);
    for (const account of accounts)
      compareAccount({ ...beginAt(account), ...states.get(account.id) }, sums, report);
    count += accounts.length;
    after = last.id;
  }
  compareSums(sums, report);
  return count;
}
