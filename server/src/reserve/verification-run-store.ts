import { sql } from 'kysely';
import type { Hold, Kept, KeptAccounts, Progress } from '../ledger/verify-in-steps.ts';
import { percentOf } from '../ledger/verify-in-steps.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A verification of the whole ledger: who asked (null: the night), how far it came, and what it found. */
export type VerificationRun = {
  id: bigint;
  askedBy: string | null;
  askedAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  progress: Progress | null;
  percent: number;
  rows: bigint;
  accounts: bigint;
  findings: string[];
  findingCount: number;
};

const COLUMNS = sql`id, asked_by as "askedBy", asked_at as "askedAt", started_at as "startedAt", ended_at as "endedAt", progress,
  percent, journal_rows as rows, accounts, findings, finding_count as "findingCount"`;

/** The channel on which the settler hears that somebody asked. */
export const VERIFICATION_CHANNEL = 'ledger_verification';

/** The newest, open or ended. */
export async function findLastRun(db: Db | Tx): Promise<VerificationRun | undefined> {
  const { rows } = await sql<VerificationRun>`
    select ${COLUMNS} from ledger_verification_run order by id desc limit 1`.execute(db);
  return rows[0];
}

/** The newest that came to its end. */
export async function findEndedRun(db: Db | Tx): Promise<VerificationRun | undefined> {
  const { rows } = await sql<VerificationRun>`
    select ${COLUMNS} from ledger_verification_run where ended_at is not null order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Asks for one, or joins the one that is open. @returns whether it is a new one. */
export async function askForRun(db: Db | Tx, askedBy: string | null): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into ledger_verification_run (asked_by) values (${askedBy})
    on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** Forgets what an earlier run kept of the accounts. */
export async function startRun(tx: Tx, id: bigint, progress: Progress): Promise<void> {
  await sql`delete from ledger_verification_account`.execute(tx);
  await sql`delete from ledger_verification_hold`.execute(tx);
  await sql`update ledger_verification_run set started_at = clock_timestamp(), progress = ${JSON.stringify(progress)}::jsonb
    where id = ${id}`.execute(tx);
}

export type Found = { findings: readonly string[]; findingCount: number };

export async function writeProgress(tx: Tx, id: bigint, progress: Progress, found: Found): Promise<void> {
  await sql`update ledger_verification_run set progress = ${JSON.stringify(progress)}::jsonb, percent = ${percentOf(progress)},
      journal_rows = ${progress.rows}, findings = ${JSON.stringify(found.findings)}::jsonb, finding_count = ${found.findingCount}
    where id = ${id}`.execute(tx);
}

export async function endRun(
  tx: Tx,
  id: bigint,
  counts: { rows: number; accounts: number },
  found: Found,
): Promise<void> {
  await sql`update ledger_verification_run set ended_at = clock_timestamp(), percent = 100, journal_rows = ${counts.rows},
      accounts = ${counts.accounts}, findings = ${JSON.stringify(found.findings)}::jsonb, finding_count = ${found.findingCount}
    where id = ${id}`.execute(tx);
  if (found.findingCount === 0) await sql`update ledger_verification set whole_at = now()`.execute(tx);
}

/** The last step compares every account in one snapshot. */
const STEP_TIMEOUT_MS = 120_000;

/** One transaction over one snapshot of the ledger, which also keeps how far it came. */
export function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`set transaction isolation level repeatable read`.execute(tx);
    await sql.raw(`set local statement_timeout = ${STEP_TIMEOUT_MS}`).execute(tx);
    return work(tx);
  });
}

type KeptRow = Kept & { id: number };
const byId = (rows: readonly KeptRow[]): ReadonlyMap<number, Kept> =>
  new Map(rows.map(({ id, balance, last }) => [id, { balance, last }]));
const KEPT = sql`account as id, balance, last_row as last`;

/** The accounts of the open run. Indexes: the primary keys. */
export function keptAccounts(tx: Tx): KeptAccounts {
  return {
    async load(accounts) {
      const { rows } = await sql<KeptRow>`select ${KEPT} from ledger_verification_account
        where account = any(${accounts}::int[])`.execute(tx);
      return byId(rows);
    },
    async loadRange(after, upTo) {
      const { rows } = await sql<KeptRow>`select ${KEPT} from ledger_verification_account
        where account > ${after} and account <= ${upTo}`.execute(tx);
      return byId(rows);
    },
    async loadHolds(accounts, references) {
      if (accounts.length === 0) return [];
      const { rows } = await sql<Hold>`select h.account, h.reference, h.open
        from unnest(${accounts}::int[], ${references}::text[]) as w(account, reference)
        join ledger_verification_hold h on h.account = w.account and h.reference = w.reference`.execute(tx);
      return rows;
    },
    async save(accounts, holds) {
      await sql`insert into ledger_verification_account (account, balance, last_row)
        select * from unnest(${accounts.map(({ id }) => id)}::int[], ${accounts.map(({ balance }) => String(balance))}::numeric[],
          ${accounts.map(({ last }) => String(last))}::bigint[])
        on conflict (account) do update set balance = excluded.balance, last_row = excluded.last_row`.execute(
        tx,
      );
      await saveHolds(tx, holds);
    },
  };
}

async function saveHolds(tx: Tx, holds: readonly Hold[]): Promise<void> {
  const [open, ended] = [holds.filter((hold) => hold.open !== 0n), holds.filter((hold) => hold.open === 0n)];
  if (ended.length > 0) {
    await sql`delete from ledger_verification_hold h
      using unnest(${ended.map(({ account }) => account)}::int[], ${ended.map(({ reference }) => reference)}::text[])
        as w(account, reference) where h.account = w.account and h.reference = w.reference`.execute(tx);
  }
  if (open.length === 0) return;
  await sql`insert into ledger_verification_hold (account, reference, open)
    select * from unnest(${open.map(({ account }) => account)}::int[], ${open.map(({ reference }) => reference)}::text[],
      ${open.map((hold) => String(hold.open))}::numeric[])
    on conflict (account, reference) do update set open = excluded.open`.execute(tx);
}
