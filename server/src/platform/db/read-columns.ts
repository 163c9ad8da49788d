import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, Tx } from './connect.ts';

/** Rows of one text. */
const PART = 50_000;

/**
 * A query's rows as columns of text, in the query's order; null is the empty text. Of a million short rows the protocol takes several
 * times longer than the query: as few long texts they come at once. Values must have no line feed in them.
 */
export async function readColumns<N extends string>(
  db: Db | Tx,
  query: RawBuilder<unknown>,
  names: readonly N[],
): Promise<Readonly<Record<N, readonly string[]>>> {
  const texts = names.map(
    (name) => sql`string_agg(coalesce(${sql.ref(name)}::text, ''), e'\n' order by place) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<N, string>>`
    select ${sql.join(texts)} from (select *, row_number() over () as place from (${query}) r) q
    group by (place - 1) / ${sql.lit(PART)} order by (place - 1) / ${sql.lit(PART)}`.execute(db);
  const columnOf = (name: N) => rows.flatMap((row) => row[name].split('\n'));
  return Object.fromEntries(names.map((name) => [name, columnOf(name)])) as Record<N, string[]>;
}
