import type { SettingType } from '@openmere/core/setting/define.ts';
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

/** The last changes of what members see, but for names that fit `except`, newest first; before the first stood the rulebook's default. */
export async function listPublicChanges(
  tx: Db | Tx,
  { except, limit }: { except: RegExp; limit: number },
): Promise<
  (Pick<SettingChange, 'val' | 'changedAt'> & { idx: string; before: string; type: SettingType })[]
> {
  const shown = new Map(
    Object.values(definitions)
      .filter(({ key, seenBy }) => seenBy === 'public' && !except.test(key))
      .map((definition) => [definition.key, definition]),
  );
  const { rows } = await sql<{ idx: string; val: string; before: string | null; changed_at: Date }>`
    select h.idx, h.val, h.changed_at,
      (select b.val from config_history b where b.idx = h.idx and b.version = h.version - 1) as before
    from config_history h where h.idx = any(${[...shown.keys()]}) order by h.changed_at desc, h.idx limit ${limit}`.execute(
    tx,
  );
  return rows.flatMap(({ idx, val, before, changed_at }) => {
    const definition = shown.get(idx);
    return definition
      ? [{ idx, val, before: before ?? definition.default, type: definition.type, changedAt: changed_at }]
      : [];
  });
}

/** When each stored value was changed last, and by whom: an operator's id, or `installation`. */
export async function listLastChanges(
  tx: Tx,
): Promise<Map<string, Pick<SettingChange, 'changedAt' | 'changedBy'>>> {
  const { rows } = await sql<{ idx: string; changed_at: Date; changed_by: string }>`
    select idx, changed_at, changed_by from config`.execute(tx);
  return new Map(rows.map((row) => [row.idx, { changedAt: row.changed_at, changedBy: row.changed_by }]));
}

/** One change of the rules at a time, until commit: what is right by itself is looked at together with the others. */
export async function lockSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('settings', 0))`.execute(tx);
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
