import { makeInviteCode } from '@openmere/core/auth/invite-code.ts';
import { expect, test } from 'vitest';
import { parseRequest, readRequest, requestLink } from './request-link.ts';

const code = makeInviteCode(Uint8Array.of(1, 2, 3, 4, 5));
const address = `0x${'Ab'.repeat(20)}`;
const base = 'https://app.example/';

test('refuses: what is no target, another page of the app, and words of a stranger', () => {
  for (const text of [
    '',
    'hello',
    'K7M2P',
    `${address}0`,
    'javascript:alert(1)',
    `${base}#/pages/wallet/wallet?target=${code}`,
    `${base}#/pages/wallet/transfer/transferChain`,
    `ethereum:${address}/transfer?address=0x1`,
    `${base}?invcode=K7M2PA`,
  ])
    expect(parseRequest(text), text).toBeUndefined();
});

test('refuses: a damaged amount, a coin that cannot be sent and a note that does not show are left out', () => {
  const query = { target: code, coinid: 'EQUITY', amount: '1e5', note: 'pay\u202eme' };
  expect(readRequest(query)).toEqual({ target: code });
  expect(readRequest({ target: code, amount: '20.555' })).toEqual({ target: code });
});

test('behavior: a request comes back from its link as it was made', () => {
  const request = { target: code, coinid: 'USDT', amount: '40', note: 'Dinner & drinks? 100 %' };
  expect(parseRequest(requestLink(base, request))).toEqual(request);
  expect(parseRequest(requestLink(base, { target: code, amount: '' }))).toEqual({ target: code });
});

test('behavior: an address, a wallet’s address and a code are targets', () => {
  expect(parseRequest(` ${address} `)).toEqual({ target: address.toLowerCase() });
  expect(parseRequest(`ethereum:${address}@56`)).toEqual({ target: address.toLowerCase() });
  expect(parseRequest(code.toLowerCase())).toEqual({ target: code });
  expect(parseRequest(`${base}?invcode=${code}`)).toEqual({ target: code });
});
