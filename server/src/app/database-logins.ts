import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createDatabase } from '../platform/db/connect.ts';
import type { ConnectOptions, Database } from '../platform/db/connect.ts';
import {
  LoginFault,
  findLoginFault,
  loginName,
  loginOwners,
  makeLogins,
  urlOf,
} from '../platform/db/logins.ts';
import type { LoginOwner, LoginPasswords } from '../platform/db/logins.ts';
import { findMigrationFault } from '../platform/db/migrate.ts';
import type { Config } from './config.ts';
import { StartFault } from './data-folder.ts';
import { isOpenToOthers, writePrivateFile } from './secrets.ts';

/** Where each process finds the database: its own login, with its own rights only. */
export type ProcessUrls = Readonly<Record<Exclude<LoginOwner, 'backup'>, string>>;

const FILE = 'database-logins.json';
const PASSWORD_BYTES = 24;
const schema = z.record(z.enum(loginOwners), z.string().min(1));

/** Passwords of the logins: made once for an installation, in a file of its owner alone. */
async function ensurePasswords(dataDir: string): Promise<LoginPasswords> {
  const path = join(dataDir, FILE);
  const made = loginOwners.map((owner) => [owner, randomBytes(PASSWORD_BYTES).toString('base64url')]);
  await writePrivateFile(path, `${JSON.stringify(Object.fromEntries(made), null, 2)}\n`);
  if (await isOpenToOthers(path)) throw new LoginFault(`${path} can be read by others: chmod 600 it`);
  return schema.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** The processes' logins on the database of `ownerUrl`; the passwords are those of the data folder. */
export async function findProcessUrls(dataDir: string, ownerUrl: string): Promise<ProcessUrls> {
  const passwords = await ensurePasswords(dataDir);
  const database = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  const url = (owner: LoginOwner): string => urlOf(ownerUrl, loginName(database, owner), passwords[owner]);
  return {
    api: url('api'),
    indexer: url('indexer'),
    settler: url('settler'),
    signer: url('signer'),
    readonly: url('readonly'),
  };
}

/**
 * Makes one login for each process with the owner's rights, after the migrations. Logins that somebody else made
 * (OPENMERE_DATABASE_URL_API …) are used as they are.
 */
export async function prepareLogins(config: Config, ownerUrl: string): Promise<ProcessUrls> {
  if (config.processUrls !== undefined) return { readonly: ownerUrl, ...config.processUrls };
  await makeLogins(ownerUrl, await ensurePasswords(config.dataDir));
  return findProcessUrls(config.dataDir, ownerUrl);
}

/**
 * The pool of a process under its own login. Throws {@link LoginFault} when the URL brings more rights than the process may
 * have, {@link StartFault} when the database's tables are not this program's.
 */
export async function openAs(
  owner: keyof ProcessUrls,
  url: string,
  options: ConnectOptions,
): Promise<Database> {
  const database = createDatabase(url, owner, options);
  try {
    const loginFault = await findLoginFault(database.pool, owner);
    if (loginFault !== undefined) throw new LoginFault(loginFault);
    const migrationFault = await findMigrationFault(database.pool);
    if (migrationFault !== undefined) throw new StartFault(migrationFault);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
