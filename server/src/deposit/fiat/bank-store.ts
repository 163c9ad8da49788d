import type { FiatRate } from '@openmere/core/deposit/fiat/quote.ts';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { pageBy } from '../../platform/db/page-by.ts';
import { newId } from '../../platform/ids.ts';
import type { FiatBankRow, FiatRateRow, FiatRateTable } from './tables.ts';

const DAY_MS = 86_400_000;

export const rateOf = ({ price_e18, spread_bps }: FiatRateRow): FiatRate => ({
  priceE18: price_e18,
  spreadBps: spread_bps,
});

export async function findDecimals(db: Db | Tx, currency: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('fiat_currency')
    .select('decimals')
    .where('code', '=', currency)
    .executeTakeFirst();
  return row?.decimals;
}

/** Makes a currency known; its places never change. @returns the places that hold. */
export async function addCurrency(tx: Tx, code: string, decimals: number): Promise<number> {
  await tx
    .insertInto('fiat_currency')
    .values({ code, decimals })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findDecimals(tx, code)) ?? decimals;
}

/** The rate that holds, however old. Index fiat_rate_newest. */
export function findLastRate(db: Db | Tx, currency: string): Promise<FiatRateRow | undefined> {
  return db
    .selectFrom('fiat_rate')
    .selectAll()
    .where('currency', '=', currency)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What a step by one operator is measured by: the last rate that two set, or the installation, or that is a day old by now. */
export function findAgreedRate(tx: Tx, currency: string, now: Date): Promise<FiatRateRow | undefined> {
  return tx
    .selectFrom('fiat_rate')
    .selectAll()
    .where('currency', '=', currency)
    .where((where) =>
      where.or([
        where('second_id', 'is not', null),
        where('operator_id', 'is', null),
        where('made_at', '<=', new Date(now.getTime() - DAY_MS)),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The rate that holds, unless it is too old to be quoted. */
export async function findFreshRate(
  db: Db | Tx,
  currency: string,
  { now, hours }: { now: Date; hours: number },
): Promise<FiatRateRow | undefined> {
  const rate = await findLastRate(db, currency);
  return rate && now.getTime() - rate.made_at.getTime() <= hours * 3_600_000 ? rate : undefined;
}

export function findRate(db: Db | Tx, id: string): Promise<FiatRateRow | undefined> {
  return db.selectFrom('fiat_rate').selectAll().where('id', '=', id).executeTakeFirst();
}

/** One rate of a currency after the other, until commit. */
export async function lockRates(tx: Tx, currency: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fiat rate ${currency}`}, 0))`.execute(tx);
}

export async function addRate(
  tx: Tx,
  rate: Omit<Insertable<FiatRateTable>, 'id' | 'made_at'>,
): Promise<void> {
  await tx
    .insertInto('fiat_rate')
    .values({ id: newId('frt'), ...rate })
    .execute();
}

/** Whether any operator has set a rate. */
export async function isRateSet(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('fiat_rate')
    .select('id')
    .where('operator_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export type ListedRate = FiatRateRow & { current: boolean };

/** Newest first. */
export async function listRates(
  tx: Tx,
  query: { currency?: string | undefined; before?: string | undefined; limit: number },
): Promise<ListedRate[]> {
  return tx
    .selectFrom('fiat_rate as r')
    .selectAll('r')
    .select(
      sql<boolean>`not exists (select from fiat_rate n where n.currency = r.currency and n.id > r.id)`.as(
        'current',
      ),
    )
    .$if(query.currency !== undefined, (all) => all.where('r.currency', '=', query.currency ?? ''))
    .$call((rows) => pageBy(rows, 'r.id', { after: query.before, limit: query.limit }))
    .execute();
}

export type ListedBank = FiatBankRow & { decimals: number };

/** By currency and name: they are a handful. */
export function listBanks(db: Db | Tx, only?: { open: true }): Promise<ListedBank[]> {
  return db
    .selectFrom('fiat_bank as b')
    .innerJoin('fiat_currency as c', 'c.code', 'b.currency')
    .selectAll('b')
    .select('c.decimals')
    .$if(only !== undefined, (all) => all.where('b.open', '=', true))
    .orderBy('b.currency')
    .orderBy('b.name')
    .orderBy('b.id')
    .execute();
}

export async function findBank(db: Db | Tx, id: string): Promise<ListedBank | undefined> {
  return db
    .selectFrom('fiat_bank as b')
    .innerJoin('fiat_currency as c', 'c.code', 'b.currency')
    .selectAll('b')
    .select('c.decimals')
    .where('b.id', '=', id)
    .executeTakeFirst();
}

/** A new bank account of ours, or other details of a known one. By two operators: fiat_bank_by_two in SQL. */
export async function putBank(tx: Tx, bank: FiatBankRow): Promise<void> {
  const { id: _id, ...rest } = bank;
  await tx
    .insertInto('fiat_bank')
    .values(bank)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();
}
