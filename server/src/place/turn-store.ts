import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';

declare module '../platform/db/schema.ts' {
  interface Schema {
    geocode_turn: { only_one: boolean; next_at: Date };
  }
}

/**
 * Takes the next turn at the outside service of addresses, for all processes together and by the clock of the database.
 * @returns in how many milliseconds it is; undefined, and nothing taken, when that is longer than `waitMax`.
 */
export async function takeNextTurn(
  db: Db,
  { gap, waitMax }: { gap: number; waitMax: number },
): Promise<number | undefined> {
  const step = sql`make_interval(secs => ${gap / 1000})`;
  const { rows } = await sql<{ wait: number }>`
    update geocode_turn set next_at = greatest(next_at, clock_timestamp()) + ${step}
    where next_at <= clock_timestamp() + make_interval(secs => ${waitMax / 1000})
    returning (extract(epoch from next_at - ${step} - clock_timestamp()) * 1000)::float8 as wait`.execute(db);
  return rows[0]?.wait;
}
