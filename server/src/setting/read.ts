import type { Db } from '../platform/db/connect.ts';
import { listConfig } from './config-store.ts';
import { definitions, settingNameOf } from './definitions.ts';
import type { SettingName } from './definitions.ts';

/** Every configuration value, typed: amounts in base units, rates in basis points, switches as booleans. */
export type Settings = { readonly [N in SettingName]: ReturnType<(typeof definitions)[N]['read']> };

/** How old a read may be; a change reaches every process within this time. */
const CACHE_MS = 1_000;

let cached: ({ at: number } & Loaded) | undefined;

/** Every configuration value, from the table or else the rulebook's default; at most a second old. */
export async function readSettings(db: Db): Promise<Settings> {
  return (await load(db)).settings;
}

/** The texts as they stand on the wire, for GetConfig and the console. */
export async function readSettingTexts(db: Db): Promise<ReadonlyMap<SettingName, string>> {
  return (await load(db)).texts;
}

/** Makes the next read look into the table again. */
export function forgetSettings(): void {
  cached = undefined;
}

type Loaded = { texts: ReadonlyMap<SettingName, string>; settings: Settings };

async function load(db: Db): Promise<Loaded> {
  const now = performance.now();
  if (cached && now - cached.at < CACHE_MS) return cached;
  cached = { at: now, ...(await readSettingsNow({ db })) };
  return cached;
}

/** What the table holds as the transaction sees it, a change of its own included. Nobody else gets it: it may be taken back. */
export async function readSettingsNow(ctx: { db: Db }): Promise<Loaded> {
  const rows = await listConfig(ctx.db);
  const stored = new Map(rows.map((row) => [settingNameOf(row.idx), row.val]));
  const texts = new Map<SettingName, string>();
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(definitions) as SettingName[]) {
    const text = stored.get(name) ?? definitions[name].default;
    texts.set(name, text);
    values[name] = readText(name, text);
  }
  // Each value was read by its own definition, so the record has the type that Settings says.
  return { texts, settings: values as Settings };
}

/** Reads one text by its definition. Throws with the wire name when it is no such value. */
export function readText(name: SettingName, text: string): unknown {
  const { key, read } = definitions[name];
  try {
    return read(text);
  } catch (cause) {
    throw new TypeError(`configuration value ${key} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
