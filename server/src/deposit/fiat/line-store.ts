import type { FiatLineState } from '@openmere/core/deposit/fiat/state.ts';
import { sql } from 'kysely';
import type { Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';
import type { FiatLineRow, FiatLineTable } from './tables.ts';

export type NewLine = Pick<
  FiatLineRow,
  'id' | 'fingerprint' | 'day' | 'currency' | 'amount' | 'bank_ref' | 'name' | 'account' | 'text'
>;

/** Imports of one account take turns: what the second finds known is known. */
export async function lockStatements(tx: Tx, bankId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fiat bank ${bankId}`}, 0))`.execute(tx);
}

/** Which of these an account has already. Index fiat_line_once. */
export async function findKnownLines(
  db: Db | Tx,
  bankId: string,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: string }>`select fingerprint from fiat_line
    where bank_id = ${bankId} and fingerprint = any(${[...fingerprints]}::text[])`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

export async function insertImport(
  tx: Tx,
  row: {
    id: string;
    bank_id: string;
    hash: string;
    format: 'csv' | 'camt';
    lines: number;
    fresh: number;
    operator_id: string;
  },
): Promise<void> {
  await tx.insertInto('fiat_import').values(row).execute();
}

export async function insertLines(
  tx: Tx,
  of: { bankId: string; importId: string; decimals: number },
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const column = <K extends keyof NewLine>(name: K): NewLine[K][] => lines.map((one) => one[name]);
  await sql`insert into fiat_line (id, bank_id, import_id, decimals, fingerprint, day, currency, amount, bank_ref, name, account, text)
    select n.id, ${of.bankId}, ${of.importId}, ${of.decimals}::int4, n.fingerprint, n.day, n.currency, n.amount, n.bank_ref, n.name,
      n.account, n.text
    from unnest(${column('id')}::text[], ${column('fingerprint')}::text[], ${column('day')}::text[], ${column('currency')}::text[],
      ${column('amount').map(String)}::numeric[], ${column('bank_ref')}::text[], ${column('name')}::text[], ${column('account')}::text[],
      ${column('text')}::text[]) as n(id, fingerprint, day, currency, amount, bank_ref, name, account, text)`.execute(
    tx,
  );
}

export function lockLine(tx: Tx, id: string): Promise<FiatLineRow | undefined> {
  return tx.selectFrom('fiat_line').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The line that an order's money came with, locked. Index fiat_line_order_id_key. */
export function lockLineOfOrder(tx: Tx, orderId: string): Promise<FiatLineRow | undefined> {
  return tx
    .selectFrom('fiat_line')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
}

export async function changeLine(tx: Tx, id: string, change: Updateable<FiatLineTable>): Promise<void> {
  await tx.updateTable('fiat_line').set(change).where('id', '=', id).execute();
}

export async function insertCredit(
  tx: Tx,
  row: { line_id: string; order_id: string; usdt: bigint; maker_id: string; checker_id: string },
): Promise<void> {
  await tx.insertInto('fiat_credit').values(row).execute();
}

export type ListedLine = FiatLineRow & {
  bank: string;
  credited: bigint | null;
  /** When the bank took it back, and what its statement says of that. */
  left_day: string | null;
  left_ref: string | null;
  left_text: string | null;
  lost: bigint | null;
  lost_how: string | null;
};

/** Newest first; `takenback`: what the bank took back and nobody has ended yet. Indexes fiat_line_newest, fiat_line_by_status. */
export function listLines(
  db: Db | Tx,
  query: { status?: FiatLineState | 'takenback' | undefined; before?: string | undefined; limit: number },
): Promise<ListedLine[]> {
  const { status, before, limit } = query;
  return db
    .selectFrom('fiat_line as l')
    .innerJoin('fiat_bank as b', 'b.id', 'l.bank_id')
    .leftJoin('fiat_credit as c', 'c.line_id', 'l.id')
    .leftJoin('fiat_takenback as t', 't.line_id', 'l.id')
    .leftJoin('fiat_loss as s', 's.line_id', 'l.id')
    .selectAll('l')
    .select(['b.name as bank', 'c.usdt as credited', 's.usdt as lost', 's.how as lost_how'])
    .select(['t.day as left_day', 't.bank_ref as left_ref', 't.text as left_text'])
    .$if(status === 'takenback', (all) =>
      all
        .where('t.line_id', 'is not', null)
        .where('s.line_id', 'is', null)
        .where('l.status', '<>', 'returned'),
    )
    .$if(status !== undefined && status !== 'takenback', (all) =>
      all.where('l.status', '=', (status ?? 'open') as FiatLineState),
    )
    .$call((rows) => pageBy(rows, 'l.id', { after: before, limit }))
    .execute();
}

/** Lines that nobody claimed since then and the bank still has, oldest first. Index fiat_line_unclaimed. */
export async function listUnclaimed(db: Db, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('fiat_line')
    .select('id')
    .where('status', '=', 'open')
    .where('order_id', 'is', null)
    .where('imported_at', '<=', since)
    .where(sql<boolean>`not exists (select from fiat_takenback t where t.line_id = fiat_line.id)`)
    .orderBy('imported_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
