import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, Tx } from './connect.ts';

/** Rows of one text. */
const PART = 50_000;

export type Columns<N extends string> = Readonly<Record<N, readonly string[]>>;

/**
 * A query's rows as columns of text, some ten thousand at a time; null is the empty text. Of a million short rows the protocol takes several
 * times longer than the query: as few long texts they come at once. Rows come in any order: to sort them costs as much as all else.
 * Values must have no line feed in them.
 */
export async function readColumns<N extends string>(
  db: Db | Tx,
  query: RawBuilder<unknown>,
  names: readonly N[],
): Promise<Iterable<Columns<N>>> {
  const texts = names.map((name) => textOf(name, sql``));
  const { rows } = await sql<Record<N, string>>`
    select ${sql.join(texts)} from (select *, (row_number() over () - 1) / ${sql.lit(PART)} as part from (${query}) r) q
    group by part`.execute(db);
  return partsOf(rows, names);
}

/** One after the other, so that not all rows need be there at once. */
function* partsOf<N extends string>(
  rows: readonly Record<N, string>[],
  names: readonly N[],
): Generator<Columns<N>> {
  for (const row of rows) yield columnsOf(row, names);
}

/** The same of some ten thousand rows, in the order of a column by which the query sorts them. */
export async function readSorted<N extends string>(
  db: Db | Tx,
  query: RawBuilder<unknown>,
  { names, by }: { names: readonly N[]; by: string },
): Promise<Columns<N>> {
  // The planner knows that they are sorted, and does not do it again.
  const texts = names.map((name) => textOf(name, sql`order by ${sql.ref(by)}`));
  const { rows } = await sql<Record<N, string | null>>`select ${sql.join(texts)} from (${query}) q`.execute(
    db,
  );
  return columnsOf(rows[0], names);
}

const textOf = (name: string, order: RawBuilder<unknown>) =>
  sql`string_agg(coalesce(${sql.ref(name)}::text, ''), e'\\n' ${order}) as ${sql.ref(name)}`;

/** Of no rows there is no text. */
function columnsOf<N extends string>(
  row: Readonly<Record<N, string | null>> | undefined,
  names: readonly N[],
): Columns<N> {
  const columns = names.map((name) => [name, row?.[name]?.split('\n') ?? []] as const);
  return Object.fromEntries(columns) as unknown as Columns<N>;
}
