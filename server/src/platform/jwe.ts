import { randomBytes } from 'node:crypto';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from './db/schema.ts';
import { fingerprint } from './secrets-box.ts';

/** How old a secret may be, and how far the sender's clock may run ahead (calls.md, JWE). */
export const SECRET_AGE_MS_MAX = 120_000;

const plain = z.object({
  value: z.string().max(1024),
  time: z.number().int(),
  nonce: z.string().regex(/^[0-9a-fA-F]{32,128}$/),
  call: z.string().max(64),
});

/** Opens what clients encrypted to the published key. */
export type SecretReader = {
  /** The public key as it stands in GetConfig `crypto.jwk`. */
  readonly publicJwk: JWK;
  /** `db`: the caller's own connections. Refuses `request.secret` when made for another call, too old, from the future, used before, or unreadable. */
  read(call: string, field: string, compact: string, now: Date, db?: Kysely<Schema>): Promise<string>;
};

/** `privateJwks`: the current key first, then former ones that still open what was made just before a change. */
export async function createSecretReader(
  db: Kysely<Schema>,
  privateJwks: readonly JWK[],
): Promise<SecretReader> {
  const current = privateJwks[0];
  if (!current?.kid) throw new Error('the key for secrets has no kid');
  const keys = new Map<string, CryptoKey | Uint8Array>();
  for (const jwk of privateJwks) keys.set(jwk.kid ?? '', await importJWK(jwk, 'ECDH-ES'));
  const publicJwk: JWK = { alg: 'ECDH-ES', use: 'enc' };
  for (const part of ['kty', 'crv', 'x', 'y', 'kid'] as const) publicJwk[part] = current[part] as string;
  return {
    publicJwk,
    async read(call, field, compact, now, through = db) {
      const opened = await openSecret(keys, compact).catch(() => undefined);
      if (!opened || opened.call !== call || Math.abs(now.getTime() - opened.time) > SECRET_AGE_MS_MAX) {
        throw new Refusal('request.secret', { field });
      }
      if (!(await spendNonce(through, opened.nonce, now))) throw new Refusal('request.secret', { field });
      return opened.value;
    },
  };
}

async function openSecret(
  keys: ReadonlyMap<string, CryptoKey | Uint8Array>,
  compact: string,
): Promise<z.output<typeof plain>> {
  const { plaintext } = await compactDecrypt(
    compact,
    (header) => {
      const key = keys.get(header.kid ?? '');
      if (!key) throw new Error('unknown key');
      return key;
    },
    { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: ['A256GCM'] },
  );
  return plain.parse(JSON.parse(new TextDecoder().decode(plaintext)));
}

/** One statement of its own, outside the caller's transaction: a refused call does not give the nonce back. */
async function spendNonce(db: Kysely<Schema>, nonce: string, now: Date): Promise<boolean> {
  const expires = new Date(now.getTime() + 2 * SECRET_AGE_MS_MAX);
  const spent = fingerprint(`jwe:${nonce.toLowerCase()}`);
  const { rows } = await sql`
    insert into used_nonce (nonce, expires_at) values (${spent}, ${expires})
    on conflict (nonce) do nothing returning nonce`.execute(db);
  return rows.length === 1;
}

/** What a client does: encrypts a value for one call. For our own tests and tools; the web has its own. */
export async function sealForCall(publicJwk: JWK, call: string, value: string, now: Date): Promise<string> {
  const nonce = randomBytes(16).toString('hex');
  const body = JSON.stringify({ value, time: now.getTime(), nonce, call });
  return new CompactEncrypt(new TextEncoder().encode(body))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: publicJwk.kid ?? '' })
    .encrypt(await importJWK(publicJwk, 'ECDH-ES'));
}
