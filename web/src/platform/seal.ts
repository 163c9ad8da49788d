import type { CallPath } from '@openmere/core/calls.ts';
import { cryptoJwk } from '@openmere/core/setting/chain.ts';
import { settingIn } from '@openmere/core/setting/define.ts';
import { call } from './api-client.ts';

type PublicKey = { kid: string; kty: string; crv: string; x: string; y: string };

async function publicKey(): Promise<PublicKey> {
  const { list } = await call('Ctrls/GetConfig', {});
  const jwk = settingIn(list, cryptoJwk);
  if (jwk === '') throw new Error('the server publishes no encryption key');
  return JSON.parse(jwk) as PublicKey;
}

/**
 * Encrypts a secret for one call (compact JWE, ECDH-ES, A256GCM) with time and nonce: unreadable to proxies and logs,
 * useless when replayed. Key and time are the server's, asked for each time: a rotated key is never stale, and a device's clock may be wrong.
 */
export async function sealSecret(value: string, path: CallPath): Promise<string> {
  const [{ CompactEncrypt, importJWK }, jwk, { time }] = await Promise.all([
    import('jose'),
    publicKey(),
    call('Ctrls/gettime', {}),
  ]);
  const key = await importJWK(jwk, 'ECDH-ES');
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const plain = new TextEncoder().encode(JSON.stringify({ value, time, nonce, call: path }));
  return new CompactEncrypt(plain)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(key);
}
