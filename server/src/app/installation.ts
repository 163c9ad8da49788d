import { hkdfSync } from 'node:crypto';
import { listAuthenticators } from '../operator/operator-store.ts';
import { createDatabase } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/connect.ts';
import {
  findInstallation,
  hasTable,
  listFollowedChains,
  putInstallation,
} from '../platform/db/installation.ts';
import { migrate } from '../platform/db/migrate.ts';
import { isSealedWith } from '../platform/secrets-box.ts';
import type { Config } from './config.ts';
import { StartFault } from './data-folder.ts';
import { prepareLogins } from './database-logins.ts';
import type { ProcessUrls } from './database-logins.ts';
import { readSecrets } from './secrets.ts';
import type { Secrets } from './secrets.ts';

const FINGERPRINT_BYTES = 32;
const RUNBOOK = 'docs/runbook.md, One database, one data folder';
const NAME_FOLDER = `Name the data folder that it belongs to in OPENMERE_DATA (or its secrets.json in OPENMERE_SECRETS), or another database in DATABASE_URL (${RUNBOOK}).`;

/** Of the two keys that the database's contents need, and that never change; says nothing about either. */
function fingerprintOf({ pepper, fieldKey }: Secrets): string {
  const bytes = hkdfSync('sha256', pepper, fieldKey, 'openmere installation', FINGERPRINT_BYTES);
  return Buffer.from(bytes).toString('hex');
}

/** An operator whose authenticator other keys sealed. None in a database that nobody used yet. */
async function findStranger(db: Db, { fieldKey }: Secrets): Promise<string | undefined> {
  if (!(await hasTable(db, 'operator'))) return undefined;
  const sealed = await listAuthenticators(db);
  return sealed.find((one) => !isSealedWith(fieldKey, one.sealed))?.account;
}

/**
 * Why a database is not the one of these secrets, and of this chain where one is given; undefined when it is, or belongs to nothing
 * yet. Where nothing is written in it, its contents say whose it is. `db` is the owner's.
 */
export async function findForeign(
  db: Db,
  { secretsFile, chainId }: { secretsFile: string; chainId?: number },
): Promise<string | undefined> {
  const secrets = await readSecrets(secretsFile);
  const found = await findInstallation(db);
  const stranger = found ? undefined : await findStranger(db, secrets);
  if (stranger !== undefined)
    return `The keys in ${secretsFile} do not open what this database holds: others sealed the authenticator of operator ${stranger}. ${NAME_FOLDER}`;
  if (found && found.secrets !== fingerprintOf(secrets))
    return `This database belongs to another data folder: its secrets are not those in ${secretsFile}. ${NAME_FOLDER}`;
  if (chainId === undefined) return undefined;
  const other = (found ? [found.chainId] : await listFollowedChains(db)).find((id) => id !== chainId);
  if (other !== undefined)
    return `This database ${found ? 'belongs to' : 'has followed'} chain ${other}, and OPENMERE_CHAIN_ID says ${chainId}: set OPENMERE_CHAIN_ID, OPENMERE_CHAIN_RPC and OPENMERE_CONTRACTS for chain ${other}, or name another database in DATABASE_URL (${RUNBOOK}).`;
  return undefined;
}

/** Throws {@link StartFault} with what {@link findForeign} says. */
export async function refuseForeign(db: Db, own: Parameters<typeof findForeign>[1]): Promise<void> {
  const fault = await findForeign(db, own);
  if (fault !== undefined) throw new StartFault(fault);
}

/**
 * Brings the database to this program: its tables, then the logins of the processes. One that belongs to other secrets or another
 * chain is left as it is; one that belongs to nothing, and holds nothing of others, belongs to these from here on.
 * @returns each process's own URL.
 */
export async function prepareDatabase(
  config: Config,
  ownerUrl: string,
  note: (message: string) => void,
): Promise<ProcessUrls> {
  const { secretsFile } = config;
  const chainId = config.chain.id;
  const database = createDatabase(ownerUrl, 'owner', { max: 1 });
  try {
    await refuseForeign(database.db, { secretsFile, chainId });
    await migrate(ownerUrl, { log: note });
    await putInstallation(database.db, { secrets: fingerprintOf(await readSecrets(secretsFile)), chainId });
    // Another start may have been quicker.
    await refuseForeign(database.db, { secretsFile, chainId });
  } finally {
    await database.close();
  }
  return prepareLogins(config, ownerUrl);
}
