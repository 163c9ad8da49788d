import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionConfig } from './connect.ts';
import type { DatabaseRole } from './connect.ts';
import { startEmbedded } from './embedded.ts';
import type { Embedded } from './embedded.ts';
import { LoginFault, findLoginFault, loginName, loginOwners, makeLogins, urlOf } from './logins.ts';
import type { LoginOwner } from './logins.ts';
import { migrate } from './migrate.ts';
import { administer, withDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';
import { cloneDatabase } from './test-setup.ts';

const processes = ['api', 'indexer', 'settler', 'signer', 'readonly'] as const;
type Process = (typeof processes)[number];
const verbs = { s: 'select', i: 'insert', u: 'update', d: 'delete' } as const;

let database: TestDatabase;
/** Table → process → its cell in rights.sql. */
const cells = new Map<string, Record<Process, string>>();

beforeAll(async () => {
  database = await cloneDatabase();
  const text = await readFile(join(import.meta.dirname, '../../migrations/rights.sql'), 'utf8');
  for (const [, name = '', rest = ''] of text.matchAll(/^ {2}\('([a-z_.]+)',((?:\s*'[^']*',?){5})\)/gm)) {
    const found = [...rest.matchAll(/'([^']*)'/g)].map((match) => (match[1] ?? '').replace(/\(.*\)/, ''));
    const pairs = processes.map((process, index) => [process, found[index] ?? '']);
    cells.set(name, Object.fromEntries(pairs) as Record<Process, string>);
  }
});
afterAll(() => database.drop());

async function withClient<T>(role: DatabaseRole, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(database.urlOf(role), role));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A statement that touches no row and needs the right all the same. */
async function statementOf(client: pg.Client, table: string, verb: keyof typeof verbs): Promise<string> {
  const columns = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attidentity <> 'a' and attgenerated = '' order by attnum`,
    [table],
  );
  const names = columns.rows.map((row) => row.name);
  const [first = ''] = names;
  switch (verb) {
    case 's':
      return `select ${first} from ${table} where false`;
    case 'i':
      return `insert into ${table} (${names.join(', ')}) select ${names.map((name) => `t.${name}`).join(', ')} from (select (null::${table}).*) t where false`;
    case 'u':
      return `update ${table} set ${first} = null where false`;
    case 'd':
      return `delete from ${table} where false`;
  }
}

describe.each(processes)('the login of the %s', (process) => {
  test('refuses: everything with every table that is not written in rights.sql', async () => {
    await withClient(process, async (client) => {
      let refused = 0;
      for (const [table, cell] of cells) {
        for (const letter of ['s', 'i', 'u', 'd'] as const) {
          if (cell[process].includes(letter)) continue;
          const statement = await statementOf(client, table, letter);
          await expect(client.query(statement), statement).rejects.toThrow('permission denied');
          await expect(client.query(`truncate ${table}`), table).rejects.toThrow('permission denied');
          refused += 1;
        }
      }
      expect(refused).toBeGreaterThan(cells.size);
    });
  });

  test('refuses: to become anybody else', async () => {
    await withClient(process, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select rolname as name from pg_roles where rolname <> session_user`,
      );
      expect(rows.length).toBeGreaterThan(10);
      for (const { name } of rows) {
        for (const verb of ['role', 'session authorization']) {
          const statement = `set ${verb} ${client.escapeIdentifier(name)}`;
          await expect(client.query(statement), statement).rejects.toThrow('permission denied');
        }
      }
      for (const statement of ['set role none', 'reset role', 'reset session authorization']) {
        await client.query(statement);
        const who = await client.query<{ own: boolean }>(`select current_user = session_user as own`);
        expect(who.rows).toEqual([{ own: true }]);
        await expect(
          client.query('alter table ledger.journal disable trigger all'),
          statement,
        ).rejects.toThrow('must be owner');
      }
    });
  });

  test('refuses: to make, take or change anything', async () => {
    await withClient(process, async (client) => {
      for (const statement of [
        'create table public.mine (id int)',
        'create schema mine',
        'create role mine',
        'drop table member',
        'alter table member add column mine int',
        `grant openmere_ledger to ${client.escapeIdentifier(new URL(database.urlOf(process)).username)}`,
        'create function public.mine() returns int language sql as $$ select 1 $$',
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
      }
    });
  });

  test('behavior: it is what its process asks for, and no other process takes it', async () => {
    await withClient(process, async () => {
      const { pool } = database.connect(process, { max: 1 });
      for (const owner of loginOwners) {
        const fault = await findLoginFault(pool, owner);
        if (owner === process) expect(fault).toBeUndefined();
        else expect(fault).toContain(`the ${owner} needs a login of its own`);
      }
    });
  });
});

describe('rights of the tables', () => {
  test('refuses: a table without a row in rights.sql, and a row that no longer fits', async () => {
    const { rows } = await database.connect('owner', { max: 1 }).pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')`,
    );
    expect(rows.map((row) => row.name).toSorted()).toEqual([...cells.keys()].toSorted());
  });

  test('refuses: the owner of the tables as the login of a process', async () => {
    const { pool } = database.connect('owner', { max: 1 });
    for (const owner of loginOwners) expect(await findLoginFault(pool, owner)).toContain('owns tables');
  });

  test('refuses: the public every function that writes the ledger or runs with its owner’s rights', async () => {
    const { rows } = await database.connect('owner', { max: 1 }).pool.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'ledger'::regnamespace) and p.prosecdef
          and p.prorettype <> 'trigger'::regtype and has_function_privilege('public', p.oid, 'execute')`,
    );
    expect(rows).toEqual([]);
  });

  test('behavior: each process may do all that is written for it; the backup reads every table and sequence', async () => {
    const { pool } = database.connect('owner', { max: 1 });
    for (const [table, cell] of cells) {
      for (const process of processes) {
        for (const [letter, verb] of Object.entries(verbs)) {
          const asked =
            letter === 'd' ? 'has_table_privilege($1, $2, $3)' : 'has_any_column_privilege($1, $2, $3)';
          const { rows } = await pool.query<{ may: boolean }>(`select ${asked} as may`, [
            `openmere_${process}`,
            table,
            verb,
          ]);
          expect(rows[0]?.may, `${process} ${verb} ${table}`).toBe(cell[process].includes(letter));
        }
      }
    }
    const { rows } = await pool.query<{ unread: string[] | null }>(
      `select array_agg(c.oid::regclass::text) as unread from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace) and c.relkind in ('r', 'p', 'S')
          and not case when c.relkind = 'S' then has_sequence_privilege('openmere_backup', c.oid, 'select')
                       else has_table_privilege('openmere_backup', c.oid, 'select') end`,
    );
    expect(rows).toEqual([{ unread: null }]);
  });

  test('behavior: what the journal says of an activation is all that the indexer may change of a member', async () => {
    await withClient('indexer', async (client) => {
      await client.query('update member set activated_at = null where false');
      for (const column of ['wallet_address', 'email', 'main_id', 'country'])
        await expect(client.query(`update member set ${column} = null where false`)).rejects.toThrow(
          'permission denied',
        );
    });
  });
});

describe('on a server whose owner is no superuser', () => {
  let folder: string;
  let server: Embedded;
  let ownerUrl: string;
  const passwords = Object.fromEntries(loginOwners.map((owner) => [owner, `pass of ${owner} @/:?`]));
  const asOwner = (owner: LoginOwner): string =>
    urlOf(ownerUrl, loginName('shop', owner), passwords[owner] ?? '');

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openmere-logins-'));
    server = await startEmbedded(join(folder, 'postgres'), () => undefined);
    await administer(server.url, [
      `create role keeper login createrole password 'k'`,
      `create role guest login password 'g'`,
      'create database shop owner keeper',
    ]);
    ownerUrl = urlOf(withDatabase(server.url, 'shop'), 'keeper', 'k');
    await migrate(ownerUrl);
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function ask(url: string, statement: string): Promise<unknown[]> {
    const client = new pg.Client(connectionConfig(url, 'owner'));
    await client.connect();
    try {
      return (await client.query(statement)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  test('refuses: an owner that may not make roles, saying what to do', async () => {
    await administer(server.url, ['alter role keeper nocreaterole']);
    await expect(makeLogins(ownerUrl, passwords)).rejects.toThrow(LoginFault);
    await expect(makeLogins(ownerUrl, passwords)).rejects.toThrow('OPENMERE_DATABASE_URL_API');
    await administer(server.url, ['alter role keeper createrole']);
  });

  test('behavior: one command makes the logins, again and again; a wrong password and other logins stay out', async () => {
    await makeLogins(ownerUrl, passwords);
    await makeLogins(ownerUrl, passwords);
    for (const owner of loginOwners) {
      expect(await ask(asOwner(owner), 'select session_user::text as who')).toEqual([
        { who: `shop_${owner}_login` },
      ]);
      await expect(ask(urlOf(ownerUrl, loginName('shop', owner), 'no'), 'select 1')).rejects.toThrow(
        'password authentication failed',
      );
      await expect(ask(asOwner(owner), 'create temporary table mine (id int)')).rejects.toThrow(
        'permission denied',
      );
    }
    await expect(ask(urlOf(withDatabase(server.url, 'shop'), 'guest', 'g'), 'select 1')).rejects.toThrow(
      'permission denied for database',
    );
    // The last password counts, and the old one no longer.
    await makeLogins(ownerUrl, { ...passwords, api: 'another' });
    await expect(ask(asOwner('api'), 'select 1')).rejects.toThrow('password authentication failed');
    await makeLogins(ownerUrl, passwords);
  });

  test('refuses: to show a password in the log of the server', async () => {
    await administer(server.url, [`alter system set log_statement = 'all'`, 'select pg_reload_conf()']);
    await expect
      .poll(() => ask(ownerUrl, 'show log_statement'), { timeout: 10_000 })
      .toEqual([{ log_statement: 'all' }]);
    await makeLogins(ownerUrl, passwords);
    const log = await readFile(join(folder, 'postgres/server.log'), 'utf8');
    expect(log).toContain('alter role "shop_api_login"');
    expect(log).not.toContain('pass of');
  });

  test('behavior: the processes work on it with their rights: read, post, verify', async () => {
    expect(await ask(asOwner('api'), 'select count(*)::int as n from member')).toEqual([{ n: 0 }]);
    await ask(asOwner('api'), `select ledger.open_kinds(array['test'])`);
    await expect(ask(asOwner('signer'), `select ledger.open_kinds(array['x'])`)).rejects.toThrow(
      'permission denied',
    );
    await expect(ask(asOwner('indexer'), `select ledger.end_halt(1, 'x')`)).rejects.toThrow(
      'permission denied',
    );
    expect(await ask(asOwner('backup'), 'select count(*)::int as n from operator')).toEqual([{ n: 0 }]);
  });
});
