import { expect, test } from 'vitest';
import { relyingPartyOf } from './rules.ts';

test('behavior: passkeys belong to the host of the configured origin; on this machine to localhost', () => {
  expect(relyingPartyOf('https://app.example.org')).toEqual({
    id: 'app.example.org',
    origin: 'https://app.example.org',
  });
  for (const host of ['127.0.0.1', '[::1]', 'localhost'])
    expect(relyingPartyOf(`http://${host}:8080`)).toEqual({
      id: 'localhost',
      origin: 'http://localhost:8080',
    });
});
