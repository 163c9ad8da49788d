import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { FiatLineRow, FiatLossTable, FiatTakenBackTable } from './tables.ts';

export type Takeable = Pick<
  FiatLineRow,
  'id' | 'day' | 'currency' | 'amount' | 'bank_ref' | 'name' | 'account' | 'text' | 'status' | 'order_id'
>;

/** Lines of these amounts that came to an account and were not taken back. Index fiat_line_once. */
export async function listTakeable(
  db: Db | Tx,
  bankId: string,
  amounts: readonly bigint[],
): Promise<Takeable[]> {
  if (amounts.length === 0) return [];
  const { rows } =
    await sql<Takeable>`select id, day, currency, amount, bank_ref, name, account, text, status, order_id from fiat_line l
    where bank_id = ${bankId} and amount in (select unnest(${amounts.map(String)}::numeric[]))
      and not exists (select from fiat_takenback t where t.line_id = l.id)
    order by id`.execute(db);
  return rows;
}

/** Which of these an account has already. Index fiat_takenback_once. */
export async function findKnownTakenBack(
  db: Db | Tx,
  bankId: string,
  fingerprints: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: string }>`select fingerprint from fiat_takenback
    where bank_id = ${bankId} and fingerprint = any(${[...fingerprints]}::text[])`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint));
}

type Row = Insertable<FiatTakenBackTable>;

export async function insertTakenBack(tx: Tx, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <K extends keyof Row>(name: K): Row[K][] => rows.map((one) => one[name]);
  await sql`insert into fiat_takenback (line_id, bank_id, fingerprint, import_id, day, bank_ref, text)
    select * from unnest(${column('line_id')}::text[], ${column('bank_id')}::text[], ${column('fingerprint')}::text[],
      ${column('import_id')}::text[], ${column('day')}::text[], ${column('bank_ref')}::text[], ${column('text')}::text[])`.execute(
    tx,
  );
}

/** Whether the bank's statement says that it took this line back. */
export async function isTakenBack(db: Db | Tx, lineId: string): Promise<boolean> {
  const row = await db
    .selectFrom('fiat_takenback')
    .select('line_id')
    .where('line_id', '=', lineId)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a line was credited with; undefined where it was not, or its loss is booked. */
export async function findLosable(tx: Tx, lineId: string): Promise<bigint | undefined> {
  const row = await tx
    .selectFrom('fiat_credit as c')
    .leftJoin('fiat_loss as s', 's.line_id', 'c.line_id')
    .select('c.usdt')
    .where('c.line_id', '=', lineId)
    .where('s.line_id', 'is', null)
    .executeTakeFirst();
  return row?.usdt;
}

export async function insertLoss(tx: Tx, row: Insertable<FiatLossTable>): Promise<void> {
  await tx.insertInto('fiat_loss').values(row).execute();
}
