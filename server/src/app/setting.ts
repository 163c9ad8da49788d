import { parseArgs } from 'node:util';
import { recordAudit } from '../operator/audit-store.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { definitions, settingNameOf } from '../setting/definitions.ts';
import type { SettingName } from '../setting/definitions.ts';
import { readSettingsNow } from '../setting/read.ts';
import { writeSetting } from '../setting/write.ts';
import { readConfig } from './config.ts';
import { withOwnerDatabase } from './owner-database.ts';

const USAGE = `node server/src/app/setting.ts [<name> <value>]
  Shows the settings that the console does not reach, or changes one of them; within a second every process goes by it.
DATABASE_URL names the database, with its owner's login; without it, the embedded one in OPENMERE_DATA (./data).`;
const INSTALLATION = { id: 'system', account: 'installation' };

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** What two operators decide in the console is not decided here by one person. */
const isOwners = (name: SettingName): boolean => definitions[name].seenBy === 'server';

async function show(tx: Tx): Promise<number> {
  for (const [name, text] of (await readSettingsNow({ db: tx })).texts)
    if (isOwners(name)) print(`${definitions[name].key}\t${text}`);
  return 0;
}

async function change(tx: Tx, key: string, text: string): Promise<number> {
  const name = settingNameOf(key);
  if (name === undefined || !isOwners(name)) {
    print(
      `${JSON.stringify(key)} is no setting of the owner: two operators change the others in the console`,
    );
    return 1;
  }
  const before = (await readSettingsNow({ db: tx })).texts.get(name);
  await writeSetting({ tx }, { name, text, changedBy: 'installation' });
  const detail = { before, after: text };
  await recordAudit(tx, INSTALLATION, { action: 'setting.set', subject: key, detail });
  print(`${key}: ${before} → ${text}`);
  return 0;
}

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [key, text] = positionals;
  if (positionals.length !== 0 && positionals.length !== 2) {
    print(USAGE);
    return 2;
  }
  return withOwnerDatabase(readConfig(process.env), (db) =>
    inTransaction(db, (tx) => (key === undefined || text === undefined ? show(tx) : change(tx, key, text))),
  );
}

process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? error.message : String(error));
  return 1;
});
