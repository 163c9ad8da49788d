import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createDatabase } from './connect.ts';
import { urlOf } from './logins.ts';
import type { TestDatabase } from './test-database.ts';
import { cloneDatabase } from './test-setup.ts';

/** A certificate for `localhost` that only this test trusts, good until 2120, and its key, which opens nothing else. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjvwIUdcafAnq6zB7
ijnlrMqNzUqYXMi0cHYXwW218XqhRANCAARD8E71sW4Hr3tECwEJLjzbUTgj7kbd
P2UwSOIQeYdNdzxSOxl8bfgSFOV3PAjGHigyxUmcsfazWcIV1jq7AtoS
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfTCCASOgAwIBAgIBATAKBggqhkjOPQQDAjAiMSAwHgYDVQQDDBdhIGRhdGFi
YXNlIG9mIHRoaXMgdGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAw
MFowIjEgMB4GA1UEAwwXYSBkYXRhYmFzZSBvZiB0aGlzIHRlc3QwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAARD8E71sW4Hr3tECwEJLjzbUTgj7kbdP2UwSOIQeYdN
dzxSOxl8bfgSFOV3PAjGHigyxUmcsfazWcIV1jq7AtoSo0gwRjAPBgNVHRMBAf8E
BTADAQH/MBQGA1UdEQQNMAuCCWxvY2FsaG9zdDAdBgNVHQ4EFgQU8Xa7eBn1RTfj
xsjb41CJZVNnVEIwCgYIKoZIzj0EAwIDSAAwRQIhAPiTTMhwhGiihzqL8h5hef7l
lHGhRgRKsYsYBP6Xo9KSAiBBLVPOcx1UZNS0Dr5EPEvr0T7L5pFLnHfAhdH3c/uh
oQ==
-----END CERTIFICATE-----
`;
/** What a client asks first that wants TLS; a server answers one letter (PostgreSQL, Frontend/Backend Protocol, SSL Session Encryption). */
const SSL_REQUEST = Buffer.from('0000000804d2162f', 'hex');

let database: TestDatabase;
let folder = '';
let trusted = '';

beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'openmere-tls-'));
  trusted = join(folder, 'ca.pem');
  await writeFile(trusted, CERTIFICATE);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Stands before the database: takes TLS, or says that it takes none. `heard`: what came to it in plain. */
async function openFront(takesTls: boolean): Promise<{ port: number; heard: () => Buffer }> {
  const { host, port } = new pg.Client(database.url);
  let heard = Buffer.alloc(0);
  const greet = (near: Socket): void => {
    near.on('error', () => undefined);
    near.once('data', (asked: Buffer) => {
      heard = Buffer.concat([heard, asked]);
      near.write(takesTls ? 'S' : 'N');
      if (!takesTls) return void near.on('data', (more: Buffer) => (heard = Buffer.concat([heard, more])));
      const opened = new TLSSocket(near, { isServer: true, key: KEY, cert: CERTIFICATE });
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      opened.on('error', () => far.destroy()).on('close', () => far.destroy());
      far.on('error', () => opened.destroy()).on('close', () => opened.destroy());
      opened.pipe(far).pipe(opened);
    });
  };
  const server: Server = createServer(greet).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard: () => heard };
}

function through(port: number, host: string, ca?: string): string {
  const url = new URL(database.urlOf('api'));
  url.search = '';
  url.host = `${host}:${port}`;
  url.searchParams.set('sslmode', 'verify-full');
  if (ca !== undefined) url.searchParams.set('sslrootcert', ca);
  return url.href;
}

async function ask(url: string): Promise<unknown> {
  const { db, close } = createDatabase(url, 'api', { max: 1 });
  try {
    const { rows } = await sql<{ who: string }>`select session_user::text as who`.execute(db);
    return rows[0]?.who;
  } finally {
    await close();
  }
}

test('refuses: a server that says it takes no encryption, and tells it nothing', async () => {
  const { port, heard } = await openFront(false);
  await expect(ask(through(port, 'localhost', trusted))).rejects.toThrow('does not support SSL');
  expect(heard()).toEqual(SSL_REQUEST);
});

test('refuses: a certificate that nobody whom we trust has signed, and one of another name', async () => {
  const { port, heard } = await openFront(true);
  await expect(ask(through(port, 'localhost'))).rejects.toThrow('self-signed certificate');
  await expect(ask(through(port, '127.0.0.1', trusted))).rejects.toThrow('does not match');
  expect(heard()).toEqual(Buffer.concat([SSL_REQUEST, SSL_REQUEST]));
});

test('behavior: a login made from the owner’s address keeps how the server is known, and works over TLS', async () => {
  const { port, heard } = await openFront(true);
  const { username, password } = new URL(database.urlOf('api'));
  const owner = through(port, 'localhost', trusted).replace(/\/\/.*@/, '//owner:x@');
  const login = urlOf(owner, decodeURIComponent(username), decodeURIComponent(password));
  expect(await ask(login)).toBe(decodeURIComponent(username));
  expect(heard()).toEqual(SSL_REQUEST);
});
