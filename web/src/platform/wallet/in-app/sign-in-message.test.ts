import { createSiweMessage } from 'viem/siwe';
import { expect, test } from 'vitest';
import { readSignInMessage } from './sign-in-message.ts';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const here = {
  host: 'app.openmere.test',
  origin: 'https://app.openmere.test',
  chainId: 56,
  address: address.toLowerCase() as `0x${string}`,
};

function message(change: Partial<Parameters<typeof createSiweMessage>[0]> = {}): string {
  return createSiweMessage({
    address,
    chainId: 56,
    domain: here.host,
    uri: here.origin,
    version: '1',
    nonce: '0123456789abcdef',
    statement: 'Log in to Openmere.',
    ...change,
  });
}

test.each([
  ['another domain', message({ domain: 'openmere.evil.test' }), 'wallet.signindomain'],
  [
    'a domain that only begins the same',
    message({ domain: 'app.openmere.test.evil' }),
    'wallet.signindomain',
  ],
  ['another port', message({ domain: 'app.openmere.test:8443' }), 'wallet.signindomain'],
  ['another uri', message({ uri: 'https://evil.test' }), 'wallet.signindomain'],
  ['another scheme', message({ uri: 'http://app.openmere.test' }), 'wallet.signindomain'],
  ['another chain', message({ chainId: 1 }), 'wallet.signinchain'],
  [
    'another address',
    message({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }),
    'wallet.signinaddress',
  ],
  ['a sign-in that cannot be read', `x\n${message()}`, 'wallet.signindomain'],
])('refuses: %s', (_what, text, code) => {
  expect(() => readSignInMessage(text, here)).toThrow(expect.objectContaining({ code }));
});

test('behavior: a sign-in for this page is taken apart; any other text is no sign-in', () => {
  const login = message({ resources: ['urn:openmere:login'] });
  expect(readSignInMessage(login, here)).toEqual({ domain: here.host, purpose: 'login', chainId: 56 });
  for (const resources of [undefined, ['urn:openmere:all'], ['urn:other:login']])
    expect(readSignInMessage(message({ resources }), here)).toMatchObject({ purpose: undefined });
  expect(readSignInMessage('hello', here)).toBeUndefined();
});
