import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionConfig } from '../platform/db/connect.ts';
import { loginName, loginOwners } from '../platform/db/logins.ts';
import { administer } from '../platform/db/test-database.ts';
import type { TestDatabase } from '../platform/db/test-database.ts';
import { cloneDatabase } from '../platform/db/test-setup.ts';
import { newId } from '../platform/ids.ts';
import { seal, unlockSecrets } from '../platform/secrets-box.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartFault } from './data-folder.ts';
import { openAs } from './database-logins.ts';
import type { ProcessUrls } from './database-logins.ts';
import { prepareDatabase } from './installation.ts';
import { ensureSecrets, readSecrets } from './secrets.ts';

const quiet = (): void => undefined;
const OUTSIDE = { OPENMERE_CHAIN_ID: '97', OPENMERE_CHAIN_RPC: 'http://127.0.0.1:1' };
const TREASURY = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
/** All that an installation needs, at one address. */
const contractsAt = (address: string): string =>
  JSON.stringify(
    Object.fromEntries(
      ['usdt', 'open', 'membership', 'forwarderFactory', 'treasury'].map((key) => [key, address]),
    ),
  );

let folder: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openmere-installation-'));
  for (const name of ['own', 'other']) await ensureSecrets(join(folder, name, 'secrets.json'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(async () => {
  await database.drop();
  const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
  await administer(
    database.url,
    loginOwners.map((owner) => `drop role if exists ${loginName(name, owner)}`),
  );
});

const configOf = (name: string, env: Record<string, string> = {}): Config =>
  readConfig({ OPENMERE_DATA: join(folder, name), ...env });

async function ask<T extends pg.QueryResultRow>(statement: string, url = database.url): Promise<T[]> {
  const client = new pg.Client(connectionConfig(url, 'owner'));
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}
const start = (name: string, env?: Record<string, string>): Promise<ProcessUrls> =>
  prepareDatabase(configOf(name, env), database.url, quiet);
/** As an installation with the folder's keys has one. */
async function addOperator(account: string, name: string): Promise<void> {
  unlockSecrets(await readSecrets(join(folder, name, 'secrets.json')));
  await ask(`insert into operator (id, account, role, password_hash, totp_secret)
    values ('${newId('opr')}', '${account}', 'admin', 'none', '${seal('authenticator')}')`);
}
/** As it was before the migration that brought the table. */
const age = (): Promise<unknown> => ask('drop table installation; delete from migration where number = 785');
const bound = () => ask<{ chain_id: number }>('select chain_id from installation');
/** As the processes of the first start connect. */
const isLoggedIn = (urls: ProcessUrls): Promise<unknown> => ask('select 1 as one', urls.api);

describe('one database, one data folder, one chain', () => {
  test('refuses: another data folder, before tables or any login’s password are changed', async () => {
    const urls = await start('own');
    await ask(`comment on table migration is 'rights of an older program'`);
    const refused = start('other');
    await expect(refused).rejects.toThrow(StartFault);
    await expect(refused).rejects.toThrow('belongs to another data folder');
    expect(await isLoggedIn(urls)).toEqual([{ one: 1 }]);
    expect(await ask(`select obj_description('migration'::regclass) as rights`)).toEqual([
      { rights: 'rights of an older program' },
    ]);
  });

  test('refuses: another chain with the same secrets', async () => {
    await start('own');
    await expect(start('own', OUTSIDE)).rejects.toThrow(
      'belongs to chain 31337, and OPENMERE_CHAIN_ID says 97',
    );
  });

  test('refuses: other keys in the same file, until the owner says that they are the right ones', async () => {
    await addOperator('mira', 'own');
    await start('own');
    const path = join(folder, 'changed', 'secrets.json');
    await ensureSecrets(path);
    const own = JSON.parse(await readFile(join(folder, 'own', 'secrets.json'), 'utf8')) as object;
    for (const key of ['pepper', 'fieldKey']) {
      const changed = { ...own, [key]: Buffer.alloc(32, 7).toString('base64') };
      await writeFile(path, JSON.stringify(changed));
      await expect(start('changed')).rejects.toThrow('belongs to another data folder');
    }
    await ask('delete from installation');
    // The owner has named the field key lost when no authenticator is left that it would open.
    await writeFile(path, JSON.stringify({ ...own, fieldKey: Buffer.alloc(32, 7).toString('base64') }));
    await expect(start('changed')).rejects.toThrow('do not open what this database holds');
    await ask(`update operator set totp_secret = ''`);
    await start('changed');
    await expect(start('own')).rejects.toThrow('belongs to another data folder');
  });

  test('refuses: one from before that other keys sealed; nothing is bound or changed', async () => {
    await addOperator('mira', 'own');
    await addOperator('noor', 'other');
    await age();
    const mixed = start('own');
    await expect(mixed).rejects.toThrow(StartFault);
    await expect(mixed).rejects.toThrow('others sealed the authenticator of operator noor');
    await expect(start('other')).rejects.toThrow('others sealed the authenticator of operator mira');
    expect(await ask(`select to_regclass('installation') as made`)).toEqual([{ made: null }]);
    const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
    expect(await ask(`select from pg_roles where rolname = '${loginName(name, 'api')}'`)).toEqual([]);
    // Who has no access any more may be of former keys.
    await ask(`update operator set disabled_at = now() where account = 'noor'`);
    await start('own');
    expect(await bound()).toEqual([{ chain_id: 31337 }]);
  });

  test('refuses: one from before that followed another chain', async () => {
    await addOperator('mira', 'own');
    await age();
    await ask('insert into chain_cursor (chain_id, block_number) values (97, 5)');
    await expect(start('own')).rejects.toThrow('has followed chain 97, and OPENMERE_CHAIN_ID says 31337');
    await ask('insert into chain_cursor (chain_id, block_number) values (31337, 5)');
    await expect(start('own')).rejects.toThrow('has followed chain 97');
    expect(await ask(`select to_regclass('installation') as made`)).toEqual([{ made: null }]);
    await ask('delete from chain_cursor where chain_id = 31337');
    await start('own', OUTSIDE);
    expect(await bound()).toEqual([{ chain_id: 97 }]);
  });

  test('refuses: what the processes could read or change of it', async () => {
    const urls = await start('own');
    for (const url of Object.values(urls))
      await expect(ask('select secrets from installation', url)).rejects.toThrow('permission denied');
  });

  test('behavior: an empty one belongs to its next start; keys in it, not for it, may be renewed', async () => {
    const urls = await start('own');
    expect(await start('own')).toEqual(urls);
    const { jwks } = JSON.parse(await readFile(join(folder, 'other', 'secrets.json'), 'utf8')) as {
      jwks: object[];
    };
    const path = join(folder, 'own', 'secrets.json');
    const own = JSON.parse(await readFile(path, 'utf8')) as { jwks: object[] };
    await writeFile(path, JSON.stringify({ ...own, jwks: [...jwks, ...own.jwks] }));
    expect(await start('own')).toEqual(urls);
    const [row] = await ask<{ secrets: string; chain_id: number }>('select * from installation');
    expect(row).toMatchObject({ secrets: expect.stringMatching(/^[0-9a-f]{64}$/), chain_id: 31337 });
  });

  test('behavior: two starts at once on a new one: one of them has it', async () => {
    const ends = await Promise.allSettled([start('own'), start('other')]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await ask('select one from installation')).toEqual([{ one: true }]);
  });
});

describe('a process and its tables', () => {
  const open = async (): Promise<void> => (await openAs('signer', database.urlOf('signer'), {})).close();

  test('refuses: a database that is older or newer than the program', async () => {
    const [newest] = await ask<{ number: number }>(
      'delete from migration where number = (select max(number) from migration) returning number',
    );
    await expect(open()).rejects.toThrow(
      `migration ${String(newest?.number).padStart(4, '0')} is not applied`,
    );
    await ask(`insert into migration (number, name, checksum) values (9999, '9999-later.sql', '')`);
    await expect(open()).rejects.toThrow('too old for its database, which has migration 9999');
  });

  test('refuses: one of before the right to look was given, and one without any table', async () => {
    const older = 'The database is older than this program: migration';
    await ask('revoke select on migration from openmere_app, openmere_signer');
    await expect(open()).rejects.toThrow(older);
    await ask('drop table migration');
    await expect(open()).rejects.toThrow(older);
    await ask('drop schema public cascade; drop schema ledger cascade; create schema public');
    await expect(open()).rejects.toThrow(older);
  });

  test('behavior: starts on its own', () => open());
});

describe('commands on the server', () => {
  function run(
    program: string,
    args: readonly string[],
    env: Record<string, string>,
  ): Promise<{ code: number; text: string }> {
    const file = program.startsWith('/') ? program : fileURLToPath(new URL(program, import.meta.url));
    const surroundings = { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, ...env };
    return new Promise((done) => {
      const child = execFile(process.execPath, [file, ...args], { env: surroundings }, (_error, out, err) =>
        done({ code: child.exitCode ?? -1, text: out + err }),
      );
    });
  }
  type Refusals = (readonly [ran: ReturnType<typeof run>, code: number, reason: string])[];
  /** They run beside each other: a program takes longer to start than to refuse. */
  async function expectAll(refusals: Refusals): Promise<void> {
    for (const [ran, code, reason] of refusals)
      expect(await ran).toEqual({ code, text: expect.stringContaining(reason) });
  }
  const outside = (name: string, env: Record<string, string> = {}) => ({
    ...OUTSIDE,
    OPENMERE_DATA: join(folder, name),
    OPENMERE_CONTRACTS: contractsAt(TREASURY),
    OPENMERE_ROOT_ADDRESS: TREASURY,
    ...env,
  });
  const contracts = () => ask(`select val from config where idx = 'chain.contracts'`);

  test('refuses: migrate.ts without a database, a chain or contracts of its own', async () => {
    const refusals: Refusals = [[run('./migrate.ts', ['now'], outside('new')), 2, 'migrate.ts']];
    for (const [env, reason] of [
      [{ DATABASE_URL: '' }, 'DATABASE_URL'],
      [
        { OPENMERE_ENV: 'production', DATABASE_URL: 'postgres://owner:u7Fq2nPz0xT5@db.internal/openmere' },
        'DATABASE_URL: members’ data may cross the network unencrypted',
      ],
      [{ OPENMERE_CHAIN_ID: '31337', OPENMERE_CHAIN_RPC: '' }, 'OPENMERE_CHAIN_RPC must be set'],
      [
        { OPENMERE_CONTRACTS: '' },
        'OPENMERE_CONTRACTS: usdt, open, membership, forwarderFactory, treasury missing',
      ],
      [
        { OPENMERE_CONTRACTS: `{"treasury":"${TREASURY}"}`, OPENMERE_ROOT_ADDRESS: '' },
        'OPENMERE_CONTRACTS: usdt, open, membership, forwarderFactory missing\nOPENMERE_ROOT_ADDRESS: must name the root',
      ],
    ] as const)
      refusals.push([run('./migrate.ts', [], outside('new', env)), 1, reason]);
    await expectAll(refusals);
    expect(await contracts()).toEqual([]);
  }, 60_000);

  test('refuses: another folder’s migrate.ts and operators.ts, which change nothing; the first one’s go on', async () => {
    const first = await run('./migrate.ts', [], outside('first'));
    expect(first.text).toMatch(/operator operator-one: password \S{24}, TOTP secret/);
    expect(first).toMatchObject({ code: 0, text: expect.stringContaining('start the processes') });
    const passwords = JSON.parse(
      await readFile(join(folder, 'first', 'database-logins.json'), 'utf8'),
    ) as Record<'api', string>;

    const forged = contractsAt(`0x${'11'.repeat(20)}`);
    const second = await run('./migrate.ts', [], outside('second', { OPENMERE_CONTRACTS: forged }));
    expect(second).toMatchObject({
      code: 1,
      text: expect.stringContaining('belongs to another data folder'),
    });
    expect(JSON.stringify(await contracts())).toContain(TREASURY);
    const api = new URL(database.url);
    api.username = loginName(decodeURIComponent(api.pathname.slice(1)), 'api');
    api.password = passwords.api;
    expect(await ask('select 1 as one', api.href)).toEqual([{ one: 1 }]);

    const added = await run('./operators.ts', ['add', 'mira', 'risk'], outside('second'));
    expect(added).toMatchObject({ code: 1, text: expect.stringContaining('belongs to another data folder') });
    expect((await run('./operators.ts', ['add', 'mira', 'risk'], outside('first'))).code).toBe(0);
    expect((await run('./migrate.ts', [], outside('first'))).text).not.toContain('password');
  }, 60_000);

  test('refuses: npm start whose variables are missing or unsafe, before it writes anything, and one that is unsafe, before the members’ contracts change', async () => {
    const file = join(folder, 'start.mjs');
    const urlOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    await writeFile(
      file,
      `import { startAll } from ${urlOf('./all.ts')};
       import { seedInstallation } from ${urlOf('./seed.ts')};
       const nothing = async () => undefined;
       await startAll({ compile: nothing, build: nothing, deploy: nothing, seed: seedInstallation });`,
    );
    const live = {
      OPENMERE_ENV: 'production',
      OPENMERE_CHAIN_ID: '56',
      HOST: '127.0.0.1',
      PORT: '0',
      CONSOLE_PORT: '0',
      OPENMERE_SIGNER_KEY_FILE: devNull,
      OPENMERE_SWEEPER_KEY_FILE: devNull,
      OPENMERE_KEEPER_KEY_FILE: devNull,
    };
    // Who forgets the chain means no development chain: its keys are known, and the database would be bound to it.
    const chainless = { OPENMERE_CHAIN_ID: '', OPENMERE_CHAIN_RPC: '' };
    await expectAll([
      [
        run(file, [], outside('live', { ...live, OPENMERE_CONTRACTS: '' })),
        1,
        'OPENMERE_CONTRACTS: usdt, open',
      ],
      [run(file, [], outside('live', { ...live, ...chainless })), 1, '31337 is not BSC (56)'],
      [run(file, [], outside('live', live)), 1, 'is not https'],
    ]);
    await expect(readFile(join(folder, 'live', 'version.json'))).rejects.toThrow('ENOENT');
    expect(await bound()).toEqual([]);

    const fit = {
      OPENMERE_ORIGIN: 'https://app.openmere.org',
      OPENMERE_CONSOLE_ORIGIN: 'https://console.openmere.org',
      OPENMERE_TRUSTED_PROXY: '10.0.0.0/8',
      SMTP_URL: 'smtps://mail.openmere.org',
      MAIL_FROM: 'no-reply@openmere.org',
    };
    const unsafe = await run(file, [], outside('live', { ...live, ...fit }));
    expect(unsafe).toEqual({ code: 1, text: expect.stringContaining('127.0.0.1:1 does not answer') });
    // Two operators are made by the seed, which has not run.
    expect(unsafe.text).not.toContain('two operators');
    expect(await contracts()).toEqual([]);
  }, 60_000);

  test('refuses: setting.ts what two operators decide, what is no setting, and what cannot be read', async () => {
    const refusals: Refusals = [];
    for (const [args, code, reason] of [
      [['signer.capTransaction'], 2, 'setting.ts'],
      [['signer.capTransaction', '20', '000'], 2, 'setting.ts'],
      [['risk.largeAmount', '1'], 1, 'two operators'],
      [['chain.contracts', '{}'], 1, 'two operators'],
      [['signer.capYear', '1'], 1, 'no setting'],
      [['signer.capTransaction', '20,000'], 1, 'cannot be read'],
    ] as const)
      refusals.push([run('./setting.ts', args, outside('own')), code, reason]);
    await expectAll(refusals);
    expect(await ask(`select idx from config where idx not like 'chain.%'`)).toEqual([]);
  }, 30_000);

  test('refuses: setting.ts and operators.ts on a database of another release', async () => {
    await ask(`insert into migration (number, name, checksum) values (9999, '9999-later.sql', '')`);
    await expectAll([
      [run('./setting.ts', ['signer.capTransaction', '1'], outside('own')), 1, 'too old for its database'],
      [run('./operators.ts', ['list'], outside('own')), 1, 'too old for its database'],
    ]);
    expect(await ask(`select idx from config where idx = 'signer.capTransaction'`)).toEqual([]);
  }, 30_000);

  test('behavior: setting.ts changes what the console does not reach, and the audit log has it', async () => {
    expect(await run('./setting.ts', ['signer.capTransaction', '20000'], outside('own'))).toEqual({
      code: 0,
      text: 'signer.capTransaction: 10000 → 20000\n',
    });
    const { text } = await run('./setting.ts', [], outside('own'));
    expect(text).toContain('signer.capTransaction\t20000\n');
    expect(text).not.toContain('risk.');
    expect(await ask('select account, action, subject from audit_log')).toEqual([
      { account: 'installation', action: 'setting.set', subject: 'signer.capTransaction' },
    ]);
  }, 30_000);
});
