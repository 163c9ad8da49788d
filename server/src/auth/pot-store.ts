import type { Pot } from '@openmere/core/auth/pots.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/db/connect.ts';
import type { PotTable } from './store.ts';

export async function listPots(db: Db, scopes: readonly string[]): Promise<PotTable[]> {
  return db.selectFrom('auth_pot').selectAll().where('scope', 'in', scopes).execute();
}

/**
 * Takes one try. One statement, so that of many tries in one moment only as many get in as the pot holds. `beyond` takes although it
 * is empty.
 */
export async function takeOne(
  db: Db,
  now: Date,
  { key, pot, beyond }: { key: string; pot: Pot; beyond: boolean },
): Promise<boolean> {
  const drained = sql<number>`greatest(0, p.level - greatest(0, extract(epoch from ${now}::timestamptz - p.at)) / ${pot.refillS}::float8)`;
  const { rows } = await sql`
    insert into auth_pot as p (scope, level, at) values (${key}, 1, ${now})
    on conflict (scope) do update set level = ${drained} + 1, at = excluded.at
    where ${beyond} or ${drained} + 1 <= ${pot.capacity}::float8
    returning scope`.execute(db);
  return rows.length === 1;
}

export async function giveOneBack(db: Db, scopes: readonly string[]): Promise<void> {
  if (scopes.length === 0) return;
  await db
    .updateTable('auth_pot')
    .set({ level: sql<number>`greatest(0, level - 1)` })
    .where('scope', 'in', [...scopes])
    .execute();
}
