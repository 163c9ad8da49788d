import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from './config.ts';
import { getDevKey } from './dev-keys.ts';
import { checkProduction, checkVariables } from './production.ts';
import type { Facts } from './production.ts';
import { listPrograms } from './programs.ts';
import type { Secrets } from './secrets.ts';

const address = '0x55d398326f99059fF775485246999027B3197955';
const contracts = Object.fromEntries(
  ['usdt', 'open', 'membership', 'forwarderFactory', 'treasury'].map((key) => [key, address]),
);

const goodEnv = {
  OPENMERE_ENV: 'production',
  OPENMERE_CHAIN_ID: '56',
  OPENMERE_CHAIN_RPC: 'https://a.bsc.org,https://b.bsc.org',
  OPENMERE_START_BLOCK: '1000',
  OPENMERE_CONTRACTS: JSON.stringify(contracts),
  OPENMERE_ORIGIN: 'https://app.openmere.org',
  OPENMERE_CONSOLE_ORIGIN: 'https://console.openmere.org',
  OPENMERE_TRUSTED_PROXY: '10.0.0.0/8',
  DATABASE_URL: 'postgres://openmere:u7Fq2nPz0xT5@db.internal/openmere?sslmode=verify-full',
  SMTP_URL: 'smtps://mail.openmere.org',
  MAIL_FROM: 'Openmere <no-reply@openmere.org>',
};
const randomKey = () => new Uint8Array(randomBytes(32));
const goodSecrets: Secrets = {
  jwks: [{ kty: 'EC', kid: 'a' }],
  pepper: randomKey(),
  fieldKey: randomKey(),
  cursorKey: randomKey(),
};
const goodFacts: Facts = {
  rpcChainIds: [56, 56],
  clockSkewMs: -200,
  businessOffsetMs: 0,
  operators: { active: 2, withTotp: 2 },
  fourEyesFromUsdt: 5_000,
  openFiles: [],
  vapidMade: 'production',
  chainKeys: [`0x${randomBytes(32).toString('hex')}`, `0x${randomBytes(32).toString('hex')}`],
  keyFaults: [],
  connectionsMax: 200,
  durabilityFaults: [],
  env: {},
};

const networkUrl = 'postgres://openmere:u7Fq2nPz0xT5@db.internal/openmere';
const verifiedUrl = `${networkUrl}?sslmode=verify-full`;

/** Each process’s own login, all as they should be but those that are given. */
function loginsWith(given: Partial<Record<'api' | 'indexer' | 'settler' | 'signer', string>>) {
  return {
    OPENMERE_DATABASE_URL_API: given.api ?? verifiedUrl,
    OPENMERE_DATABASE_URL_INDEXER: given.indexer ?? verifiedUrl,
    OPENMERE_DATABASE_URL_SETTLER: given.settler ?? verifiedUrl,
    OPENMERE_DATABASE_URL_SIGNER: given.signer ?? verifiedUrl,
  };
}

type Change = { env?: Record<string, string>; secrets?: Partial<Secrets>; facts?: Partial<Facts> };

function refusalsOf(change: Change): string[] {
  const config = readConfig({ ...goodEnv, ...change.env });
  const found = checkProduction(
    config,
    { ...goodSecrets, ...change.secrets },
    { ...goodFacts, ...change.facts },
  );
  return found.filter((one) => one.level === 'refusal').map((one) => one.name);
}

const bad: [name: string, change: Change, refusal: string][] = [
  [
    'the payer key of every development node',
    { facts: { chainKeys: [getDevKey('payer').privateKey] } },
    'key.known',
  ],
  ['a key for web push of development', { facts: { vapidMade: 'development' } }, 'vapid.development'],
  ['the key one', { facts: { chainKeys: [`0x${'1'.padStart(64, '0')}`] } }, 'key.known'],
  [
    'one key for payer and sweeper',
    { facts: { chainKeys: [`0x${'ab'.repeat(32)}`, `0x${'AB'.repeat(32)}`] } },
    'key.reused',
  ],
  ['a short pepper', { secrets: { pepper: new Uint8Array(randomBytes(16)) } }, 'secret.pepper.short'],
  ['a pepper of one byte', { secrets: { pepper: new Uint8Array(32).fill(7) } }, 'secret.pepper.weak'],
  ['a short field key', { secrets: { fieldKey: new Uint8Array(8) } }, 'secret.fieldKey.short'],
  [
    'a phrase as cursor key',
    { secrets: { cursorKey: new TextEncoder().encode('password'.repeat(8)) } },
    'secret.cursorKey.weak',
  ],
  ['one key for two purposes', { secrets: { cursorKey: goodSecrets.pepper } }, 'secret.reused'],
  ['no key for encrypted secrets', { secrets: { jwks: [] } }, 'secret.jwk'],
  ['members over http', { env: { OPENMERE_ORIGIN: 'http://app.openmere.org' } }, 'origin.http'],
  ['the default origin', { env: { OPENMERE_ORIGIN: '' } }, 'origin.http'],
  [
    'the console over http',
    { env: { OPENMERE_CONSOLE_ORIGIN: 'http://console.openmere.org' } },
    'console.http',
  ],
  [
    'the console beside the members',
    { env: { OPENMERE_CONSOLE_ORIGIN: goodEnv.OPENMERE_ORIGIN } },
    'console.shared',
  ],
  ['no proxy, so that all have one address', { env: { OPENMERE_TRUSTED_PROXY: '' } }, 'proxy.none'],
  ['a proxy that is everybody', { env: { OPENMERE_TRUSTED_PROXY: '0.0.0.0/0' } }, 'proxy.everybody'],
  ['the test chain', { env: { OPENMERE_CHAIN_ID: '97' }, facts: { rpcChainIds: [97, 97] } }, 'chain.id'],
  ['an RPC of another chain', { facts: { rpcChainIds: [56, 31337] } }, 'rpc.chain'],
  [
    'a chain that nobody answers for',
    { env: { OPENMERE_CHAIN_RPC: 'https://a.bsc.org' }, facts: { rpcChainIds: [undefined] } },
    'rpc.silent',
  ],
  ['one RPC as two', { env: { OPENMERE_CHAIN_RPC: 'https://a.bsc.org,https://a.bsc.org/' } }, 'rpc.twice'],
  ['an RPC over http', { env: { OPENMERE_CHAIN_RPC: 'http://a.bsc.org' } }, 'rpc.http'],
  ['too few confirmations', { env: { OPENMERE_CONFIRMATIONS: '3' } }, 'chain.confirmations'],
  [
    'no treasury',
    { env: { OPENMERE_CONTRACTS: JSON.stringify({ ...contracts, treasury: undefined }) } },
    'contracts.missing',
  ],
  [
    'the password postgres',
    { env: { DATABASE_URL: 'postgres://postgres:postgres@localhost/x' } },
    'database.password',
  ],
  [
    'the password password',
    { env: { DATABASE_URL: 'postgres://openmere:password@localhost/x' } },
    'database.password',
  ],
  [
    'a password of one process’s login',
    { env: loginsWith({ signer: 'postgres://signer:signer@localhost/x' }) },
    'database.password',
  ],
  ['no password', { env: { DATABASE_URL: 'postgres://openmere@localhost/x' } }, 'database.password'],
  ...[
    '',
    '?sslmode=disable',
    '?sslmode=prefer',
    '?sslmode=require',
    '?sslmode=verify-ca',
    '?sslmode=no-verify',
    '?ssl=true',
    '?sslmode=verify-full&sslmode=disable',
    '?application_name=sslmode=verify-full',
  ].map((query): [string, Change, string] => [
    `a database over a network with “${query}”`,
    { env: { DATABASE_URL: `${networkUrl}${query}` } },
    'database.plain',
  ]),
  [
    'a database whose address says this machine, and its query another one',
    { env: { DATABASE_URL: 'postgres://openmere:u7Fq2nPz0xT5@localhost/openmere?host=db.internal' } },
    'database.plain',
  ],
  [
    'one process’s login over a network in plain',
    { env: loginsWith({ indexer: networkUrl }) },
    'database.plain',
  ],
  ['fsync off', { facts: { durabilityFaults: ['fsync is off'] } }, 'database.durability'],
  ['a clock 31 s ahead', { facts: { clockSkewMs: -31_000 } }, 'clock.skew'],
  ['time that was moved', { facts: { businessOffsetMs: 86_400_000 } }, 'clock.moved'],
  ['mails caught as files', { env: { SMTP_URL: '' } }, 'mail.capture'],
  ['the default sender', { env: { MAIL_FROM: '' } }, 'mail.from'],
  ['mails without TLS', { env: { SMTP_URL: 'smtp://u:p@mail.openmere.org:587' } }, 'mail.plain'],
  ['demo data', { env: { OPENMERE_DEMO: '1' } }, 'demo'],
  ['one operator', { facts: { operators: { active: 1, withTotp: 1 } } }, 'operators.two'],
  [
    'an operator without second factor',
    { facts: { operators: { active: 3, withTotp: 2 } } },
    'operators.totp',
  ],
  ['no four eyes', { facts: { fourEyesFromUsdt: undefined } }, 'foureyes'],
  ['a key that is missing', { facts: { keyFaults: ['keeper.key is missing.'] } }, 'key.file'],
  ['secrets that others read', { facts: { openFiles: ['/srv/secrets.json'] } }, 'file.open'],
  ['certificates not checked', { facts: { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } } }, 'tls.off'],
  ['a misspelt variable', { facts: { env: { OPENMERE_CONSOLE_NETWORK: '10.0.0.0/8' } } }, 'variable.unknown'],
  ['a port under a name that is not read', { facts: { env: { OPENMERE_PORT: '8080' } } }, 'variable.unknown'],
  ['an open debugger', { facts: { env: { NODE_OPTIONS: '--inspect=0.0.0.0' } } }, 'debugger'],
];

describe('production', () => {
  test.each(bad)('refuses: %s', (_name, change, refusal) => {
    expect(refusalsOf(change)).toEqual([refusal]);
  });

  test('refuses: everything at once, so that one reading suffices', () => {
    const names = refusalsOf({
      env: { OPENMERE_ORIGIN: '', SMTP_URL: '', OPENMERE_DEMO: '1' },
      facts: { clockSkewMs: 60_000, chainKeys: [getDevKey('payer').privateKey] },
    });
    expect(names.toSorted()).toEqual(['clock.skew', 'demo', 'key.known', 'mail.capture', 'origin.http']);
  });

  test('behavior: a right installation starts without a word', () => {
    expect(checkProduction(readConfig(goodEnv), goodSecrets, goodFacts)).toEqual([]);
  });

  test('behavior: every variable that is read is a known one, and what npm start says of itself', () => {
    const env = { ...goodEnv, OPENMERE_PARENT: '1', OPENMERE_LOG: 'info' };
    expect(checkVariables(readConfig(env), env)).toEqual([]);
  });

  test('behavior: what nobody typed is not misspelt: names that a cluster gives, and the one of the deployment', () => {
    const given = {
      OPENMERE_SERVICE_HOST: '10.96.0.7',
      OPENMERE_API_SERVICE_PORT: '8080',
      OPENMERE_API_SERVICE_PORT_HTTP: '8080',
      OPENMERE_PORT: 'tcp://10.96.0.7:8080',
      OPENMERE_PORT_8080_TCP: 'tcp://10.96.0.7:8080',
      OPENMERE_PORT_8080_TCP_ADDR: '10.96.0.7',
      OPENMERE_DEPLOYER_KEY_FILE: '/srv/deployer.key',
    };
    const env = { ...goodEnv, ...given };
    expect(checkVariables(readConfig(env), env)).toEqual([]);
  });

  test('behavior: api and settler of a right installation start, too, and the api and is not told who may send mails', () => {
    const env = {
      ...goodEnv,
      SMTP_URL: 'smtp://sender:no-matter@mail.openmere.org:587?requireTLS=true&name=other',
    };
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const login = goodEnv.DATABASE_URL;
    const [api, settler] = listPrograms(readConfig(env), {
      databaseUrl: login,
      logins: { api: login, settler: login, indexer: login, signer: login },
      rpcUrls: goodEnv.OPENMERE_CHAIN_RPC.split(','),
      contracts,
    });
    expect(api?.name).toBe('api');
    expect(checkProduction(readConfig(api?.env ?? {}), goodSecrets, goodFacts)).toEqual([]);
    expect(api?.env['SMTP_URL']).toBe('smtp://mail.openmere.org:587?requireTLS=true');
    expect(settler?.name).toBe('settler');
    expect(checkVariables(readConfig(settler?.env ?? {}), settler?.env ?? {})).toEqual([]);
  });

  test('behavior: mail goes by STARTTLS that is demanded, and to a server on the same machine', () => {
    for (const url of ['smtp://u:p@mail.openmere.org:587?requireTLS=true', 'smtp://localhost:25']) {
      const env = { ...goodEnv, SMTP_URL: url };
      expect(checkVariables(readConfig(env), env)).toEqual([]);
    }
  });

  test('behavior: the database is on this machine or reached by its socket, or shows a certificate', () => {
    const urls = [
      ...['localhost', '127.0.0.1', '[::1]'].map((host) => `postgres://openmere:u7Fq2nPz0xT5@${host}:5433/x`),
      'postgres://openmere:u7Fq2nPz0xT5@localhost/x?host=/run/postgresql',
      'postgres://openmere:u7Fq2nPz0xT5@db.internal/x?host=/run/postgresql',
      'postgres://openmere:u7Fq2nPz0xT5@%2Frun%2Fpostgresql/x',
      `${verifiedUrl}&sslrootcert=/etc/openmere/database-ca.pem`,
    ];
    for (const url of urls) {
      const env = { ...goodEnv, ...loginsWith({ settler: url }), DATABASE_URL: url };
      expect(checkVariables(readConfig(env), env)).toEqual([]);
    }
  });

  test('behavior: one node of two that is away is said, and the start goes on', () => {
    const found = checkProduction(readConfig(goodEnv), goodSecrets, {
      ...goodFacts,
      rpcChainIds: [undefined, 56],
    });
    expect(found.map((one) => [one.level, one.name])).toEqual([['warning', 'rpc.silent']]);
  });

  test('behavior: a database that takes too few connections is said', () => {
    const found = checkProduction(readConfig(goodEnv), goodSecrets, { ...goodFacts, connectionsMax: 100 });
    expect(found.map((one) => [one.level, one.name])).toEqual([['warning', 'database.connections']]);
  });

  test('behavior: the embedded database is allowed with a warning', () => {
    const config = readConfig({ ...goodEnv, DATABASE_URL: '' });
    const found = checkProduction(config, goodSecrets, goodFacts);
    expect(found.map((one) => [one.level, one.name])).toEqual([['warning', 'database.embedded']]);
  });

  test('behavior: development is not asked', () => {
    expect(checkProduction(readConfig({}), goodSecrets, { ...goodFacts, clockSkewMs: 99_999 })).toEqual([]);
  });
});
