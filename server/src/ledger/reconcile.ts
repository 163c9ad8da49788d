import type { Db } from '../platform/db/connect.ts';
import { checkBatches } from './chain.ts';
import { askWith } from './journal.ts';
import type { Ask } from './journal.ts';
import { beginAt, compareAccount, compareSums, createTally } from './tally.ts';
import type { AccountRow, Finding, JournalRow } from './tally.ts';

export type Reconciliation = { batches: number; rows: number; accounts: number; findings: Finding[] };
export type ReconcileOptions = { rowsPerRead?: number; onProgress?: (rows: number) => void };

const ROWS_PER_READ = 5_000;
const BATCHES_PER_READ = 500;
const FINDINGS_MAX = 100;

/**
 * Recomputes every balance from the postings and every link of the hash chain, and compares with what is stored. Reads one
 * snapshot, so it may run beside postings. Streams: memory grows with accounts and open holds, not with the journal.
 */
export async function reconcileLedger(db: Db, options: ReconcileOptions = {}): Promise<Reconciliation> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const ask = askWith(tx);
      const findings: Finding[] = [];
      const report = (finding: Finding): void => {
        if (findings.length < FINDINGS_MAX) findings.push(finding);
      };
      const accounts = await ask<AccountRow>(
        'select id, name, asset, balance, last_row, may_be_negative from ledger.account order by id',
        [],
      );
      const chain = await verifyChain(ask, report);
      const rows = await verifyRows(ask, accounts, report, options);
      if (rows !== chain.rows) {
        report({ invariant: 'I05', what: `the journal has ${rows} rows, its batches name ${chain.rows}` });
      }
      return { batches: chain.batches, rows, accounts: accounts.length, findings };
    });
}

async function verifyRows(
  ask: Ask,
  accounts: readonly AccountRow[],
  report: (finding: Finding) => void,
  options: ReconcileOptions,
): Promise<number> {
  const running = new Map(accounts.map((account) => [account.id, beginAt(account)]));
  const add = createTally(running, report);
  let after = 0n;
  let count = 0;
  for (;;) {
    const rows = await ask<JournalRow>(
      `select j.id, j.line, j.source, j.destination, j.amount, j.source_balance, j.destination_balance, j.source_previous,
              j.destination_previous, h.reference
         from ledger.journal j join ledger.journal h on h.id = j.id - j.line
        where j.id > $1 order by j.id limit $2`,
      [String(after), options.rowsPerRead ?? ROWS_PER_READ],
    );
    for (const row of rows) add(row);
    count += rows.length;
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
    options.onProgress?.(count);
  }
  const sums = new Map<string, bigint>();
  for (const at of running.values()) compareAccount(at, sums, report);
  compareSums(sums, report);
  return count;
}

async function verifyChain(
  ask: Ask,
  report: (finding: Finding) => void,
): Promise<{ batches: number; rows: number }> {
  const heads = new Map<number, { id: bigint; hash: Buffer }>();
  let after = 0n;
  let rows = 0;
  let count = 0;
  for (;;) {
    const ids = await ask<{ id: bigint }>('select id from ledger.batch where id > $1 order by id limit $2', [
      String(after),
      BATCHES_PER_READ,
    ]);
    const batches = await checkBatches(
      ask,
      ids.map(({ id }) => id),
      report,
    );
    for (const batch of batches) {
      if ((heads.get(batch.lane)?.id ?? 0n) !== batch.previous) {
        report({ invariant: 'I05', what: `batch ${batch.id}: it does not follow the batch before it` });
      }
      heads.set(batch.lane, batch);
      rows += batch.rows;
    }
    count += batches.length;
    const last = batches.at(-1);
    if (!last) break;
    after = last.id;
  }
  for (const lane of await ask<{ id: number; batch: bigint; hash: Buffer }>(
    'select id, batch, hash from ledger.lane',
    [],
  )) {
    const head = heads.get(lane.id);
    const fits = head ? head.id === lane.batch && head.hash.equals(lane.hash) : lane.batch === 0n;
    if (!fits) report({ invariant: 'I05', what: `lane ${lane.id}: its head is not its last batch` });
  }
  return { batches: count, rows };
}
