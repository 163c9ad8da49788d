import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionConfig, createDatabase } from './connect.ts';
import type { ConnectOptions, Database, DatabaseRole } from './connect.ts';
import { loginName, loginOwners, makeLogins, urlOf } from './logins.ts';
import { migrate } from './migrate.ts';

/** A database of a test file's own. `drop` closes what `connect` opened and removes the database. */
export type TestDatabase = {
  /** As owner of everything. */
  url: string;
  /** As a process: its login, with its rights only. */
  urlOf: (role: DatabaseRole) => string;
  connect: (role: DatabaseRole, options?: ConnectOptions) => Database;
  drop: () => Promise<void>;
};

/** Where the template stands, and the password of the logins: handed from the global set-up to the workers. */
export type TestTemplate = { url: string; template: string; password: string };

/** `app` plays api, indexer and settler at once. */
const testLogins = [...loginOwners, 'app'] as const;

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs statements on the server's maintenance database, outside a transaction. */
export async function administer(url: string, statements: string[]): Promise<void> {
  const config = connectionConfig(withDatabase(url, 'postgres'), 'owner', { statementTimeoutMs: 60_000 });
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes the migrated template that test files clone. */
export async function makeTemplate(url: string): Promise<TestTemplate> {
  const template = `openmere_template_${randomBytes(6).toString('hex')}`;
  await administer(url, [`create database ${template}`]);
  await migrate(withDatabase(url, template));
  const password = randomBytes(12).toString('hex');
  const passwords = Object.fromEntries(testLogins.map((login) => [login, password]));
  await makeLogins(withDatabase(url, template), passwords, template);
  return { url, template, password };
}

/** Removes the template and its logins. */
export async function dropTemplate({ url, template }: TestTemplate): Promise<void> {
  const logins = testLogins.map((login) => `drop role if exists ${loginName(template, login)}`);
  await administer(url, [`drop database if exists ${template} with (force)`, ...logins]);
}

/** Clones the template into a database of its own (20–40 ms): full isolation, real commits, real roles. */
export async function cloneTemplate(from: TestTemplate): Promise<TestDatabase> {
  const name = `openmere_test_${randomBytes(6).toString('hex')}`;
  await administer(from.url, [`create database ${name} template ${from.template} strategy file_copy`]);
  return openTestDatabase(withDatabase(from.url, name), from, () =>
    administer(from.url, [`drop database if exists ${name} with (force)`]),
  );
}

/** A database with the logins of tests, named after `template`. */
function openTestDatabase(
  url: string,
  { template, password }: Pick<TestTemplate, 'template' | 'password'>,
  remove: () => Promise<void>,
): TestDatabase {
  const opened: Database[] = [];
  const urlOfRole = (role: DatabaseRole): string =>
    role === 'owner' ? url : urlOf(url, loginName(template, role), password);
  return {
    url,
    urlOf: urlOfRole,
    connect: (role, options) => {
      const database = createDatabase(urlOfRole(role), role, options);
      opened.push(database);
      return database;
    },
    drop: async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
      await remove();
    },
  };
}

/** The database of an embedded server of the test's own, migrated and with logins; `drop` only closes what was opened. */
export async function openOwnDatabase(url: string): Promise<TestDatabase> {
  await migrate(url);
  const password = randomBytes(12).toString('hex');
  const template = decodeURIComponent(new URL(url).pathname.slice(1));
  await makeLogins(url, Object.fromEntries(testLogins.map((login) => [login, password])), template);
  return openTestDatabase(url, { template, password }, () => Promise.resolve());
}
