import { Refusal } from '@openmere/core/kit/refusal.ts';
import { CompactEncrypt, importJWK } from 'jose';
import type { JWK } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from './db/connect.ts';
import type { TestDatabase } from './db/test-database.ts';
import { cloneDatabase } from './db/test-setup.ts';
import { makeTestJwk, unlockTestSecrets } from './http/test-api.ts';
import { createSecretReader, sealForCall } from './jwe.ts';
import type { SecretReader } from './jwe.ts';

const CALL = 'Users/UserLogin';
const now = new Date();

let testDatabase: TestDatabase;
let database: Database;
let former: JWK;
let reader: SecretReader;

beforeAll(async () => {
  unlockTestSecrets();
  testDatabase = await cloneDatabase();
  database = testDatabase.connect('app');
  former = await makeTestJwk('former');
  reader = await createSecretReader(database.db, [await makeTestJwk('current'), former]);
});
afterAll(() => testDatabase.drop());

const read = (compact: string, call = CALL, at = now) => reader.read(call, 'password', compact, at);

/** A secret whose header or content is not what a client of ours makes. */
async function forge(
  content: unknown,
  header: Record<string, string> = {},
  key: JWK = reader.publicJwk,
): Promise<string> {
  return new CompactEncrypt(
    new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
  )
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'current', ...header })
    .encrypt(await importJWK({ ...key, d: undefined }, 'ECDH-ES'));
}

test('refuses: other algorithms, unknown keys, content of another shape', async () => {
  const good = { value: 'abc123', time: now.getTime(), nonce: 'ab'.repeat(16), call: CALL };
  const bad = [
    '',
    'a.b.c.d.e',
    await forge(good, { enc: 'A128GCM' }),
    await forge(good, { alg: 'ECDH-ES+A256KW' }),
    await forge(good, { kid: 'nobody' }),
    await forge(good, {}, await makeTestJwk('current')),
    await forge('no JSON'),
    await forge({ ...good, nonce: 'short' }),
    await forge({ ...good, nonce: undefined }),
    await forge({ ...good, time: String(now.getTime()) }),
    await forge({ ...good, value: 7 }),
    await forge({ ...good, value: 'x'.repeat(1_025) }),
  ];
  for (const [index, compact] of bad.entries()) {
    await expect(read(compact), String(index)).rejects.toMatchObject({ code: 'request.secret' });
  }
  expect(await read(await forge(good))).toBe('abc123');
});

test('refuses: a nonce that was used, in any case of its letters, for any call', async () => {
  const content = { value: 'abc123', time: now.getTime(), nonce: 'cd'.repeat(16), call: CALL };
  await read(await forge(content));
  await expect(read(await forge({ ...content, nonce: 'CD'.repeat(16) }))).rejects.toThrow(Refusal);
  await expect(read(await forge({ ...content, call: 'Users/Register' }), 'Users/Register')).rejects.toThrow(
    Refusal,
  );
});

test('refuses: what is 120 s and a millisecond old, or ahead', async () => {
  const at = (ms: number) => sealForCall(reader.publicJwk, CALL, 'abc123', new Date(now.getTime() + ms));
  for (const ms of [-120_001, 120_001]) await expect(read(await at(ms))).rejects.toThrow(Refusal);
  for (const ms of [-120_000, 120_000]) expect(await read(await at(ms))).toBe('abc123');
});

test('property: every secret comes through byte for byte, and never looks the same twice', async () => {
  for (const value of ['', ' ', 'päss wörd 1', '密码🔑1a', '\u0000\uffff"\\', 'x'.repeat(1_024)]) {
    const [one, two] = await Promise.all([1, 2].map(() => sealForCall(reader.publicJwk, CALL, value, now)));
    expect(one).not.toBe(two);
    expect(await read(one ?? '')).toBe(value);
  }
});

test('behavior: only the public half is published, and a former key still opens', async () => {
  expect(reader.publicJwk).toMatchObject({ kty: 'EC', crv: 'P-256', kid: 'current', alg: 'ECDH-ES' });
  expect(reader.publicJwk).not.toHaveProperty('d');
  const { d: _private, ...formerPublic } = former;
  expect(await read(await sealForCall(formerPublic, CALL, 'abc123', now))).toBe('abc123');
});
