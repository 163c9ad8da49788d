// @vitest-environment happy-dom
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import { expect, test } from 'vitest';
import { config, openScreen } from '../app/test-screen.tsx';
import { sealSecret } from './seal.ts';

test('refuses: to seal by the clock of a device that goes wrong', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const key = { idx: 'crypto.jwk', val: JSON.stringify({ ...(await exportJWK(publicKey)), kid: 'test' }) };
  const time = Date.now() - 5 * 3_600_000;
  await openScreen('/pages/login/language', {
    'Ctrls/GetConfig': { list: [...config, key] },
    'Ctrls/gettime': { time, zone: 'UTC', business: time + 7 },
  });
  const { plaintext } = await compactDecrypt(await sealSecret('reed', 'Order/Pay'), privateKey);
  expect(JSON.parse(new TextDecoder().decode(plaintext))).toMatchObject({
    value: 'reed',
    call: 'Order/Pay',
    time,
  });
});
