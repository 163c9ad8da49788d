import { sql } from 'kysely';
import type { Tx, Db } from '../platform/db/connect.ts';
import { definitions } from './definitions.ts';
import type { SettingName } from './definitions.ts';

export type SettingChange = { val: string; version: number; changedAt: Date; changedBy: string };

/** Every value that this setting ever had, newest first. */
export async function listSettingChanges(tx: Tx, name: SettingName): Promise<SettingChange[]> {
  const { rows } = await sql<{ val: string; version: bigint; changed_at: Date; changed_by: string }>`
    select val, version, changed_at, changed_by from config_history where idx = ${definitions[name].key}
    order by version desc limit 500`.execute(tx);
  return rows.map((row) => ({
    val: row.val,
    version: Number(row.version),
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  }));
}

/** When each stored value was changed last, and by whom: an operator's id, or `installation`. */
export async function listLastChanges(
  tx: Tx,
): Promise<Map<string, Pick<SettingChange, 'changedAt' | 'changedBy'>>> {
  const { rows } = await sql<{ idx: string; changed_at: Date; changed_by: string }>`
    select idx, changed_at, changed_by from config`.execute(tx);
  return new Map(rows.map((row) => [row.idx, { changedAt: row.changed_at, changedBy: row.changed_by }]));
}

/** Every stored value, by its name on the wire. */
export async function listConfig(db: Db): Promise<{ idx: string; val: string }[]> {
  const { rows } = await sql<{ idx: string; val: string }>`select idx, val from config`.execute(db);
  return rows;
}

/** Writes a value; the trigger of the table keeps the former one. What stands already changes nothing. */
export async function putConfig(
  tx: Tx,
  { idx, val, changedBy }: { idx: string; val: string; changedBy: string },
): Promise<void> {
  await sql`
    insert into config as c (idx, val, version, changed_by) values (${idx}, ${val}, 1, ${changedBy})
    on conflict (idx) do update set val = excluded.val, version = c.version + 1, changed_at = now(),
      changed_by = excluded.changed_by
    where c.val <> excluded.val`.execute(tx);
}
