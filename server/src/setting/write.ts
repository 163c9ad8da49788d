import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';
import { definitions } from './definitions.ts';
import type { SettingName } from './definitions.ts';
import { forgetSettings, readText } from './read.ts';

/**
 * Changes one configuration value and keeps the former in the history. `changedBy` is an operator's id or
 * `installation`. Throws a TypeError when the text is no such value. Writing the value that stands changes nothing.
 */
export async function writeSetting(
  tx: Tx,
  name: SettingName,
  text: string,
  changedBy: string,
): Promise<void> {
  readText(name, text);
  const { key: idx } = definitions[name];
  await sql`
    insert into config as c (idx, val, version, changed_by) values (${idx}, ${text}, 1, ${changedBy})
    on conflict (idx) do update set val = excluded.val, version = c.version + 1, changed_at = now(),
      changed_by = excluded.changed_by
    where c.val <> excluded.val`.execute(tx);
  forgetSettings();
}

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

/** When each stored value was changed last, and by whom: an operator's account, or `installation`. */
export async function listLastChanges(
  tx: Tx,
): Promise<Map<string, Pick<SettingChange, 'changedAt' | 'changedBy'>>> {
  const { rows } = await sql<{ idx: string; changed_at: Date; changed_by: string }>`
    select c.idx, c.changed_at, coalesce(o.account, c.changed_by) as changed_by from config c
    left join operator o on o.id = c.changed_by`.execute(tx);
  return new Map(rows.map((row) => [row.idx, { changedAt: row.changed_at, changedBy: row.changed_by }]));
}
