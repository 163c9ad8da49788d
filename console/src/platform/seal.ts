import type { CallPath } from '@openmere/core/calls.ts';
import { cryptoJwk } from '@openmere/core/setting/chain.ts';
import { settingIn } from '@openmere/core/setting/define.ts';
import { CompactEncrypt, importJWK } from 'jose';
import type { JWK } from 'jose';
import { call } from './api-client.ts';

/** Encrypts a secret for one call, with the server's time, as the device's may be wrong, and nonce (calls.md, JWE). */
export async function sealSecret(value: string, path: CallPath): Promise<string> {
  const [{ list }, { time }] = await Promise.all([call('Ctrls/GetConfig', {}), call('Ctrls/gettime', {})]);
  const text = settingIn(list, cryptoJwk);
  if (text === '') throw new Error('the server publishes no encryption key');
  const jwk = JSON.parse(text) as JWK & { kid: string };
  const nonce = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const plain = new TextEncoder().encode(JSON.stringify({ value, time, nonce, call: path }));
  return new CompactEncrypt(plain)
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, 'ECDH-ES'));
}
