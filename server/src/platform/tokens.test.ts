import { expect, test } from 'vitest';
import { hashToken, newToken } from './tokens.ts';

const COUNT = 4_000;
const BITS = 256;

test('property: a token has 43 characters, 256 bits of which each is set as often as not, and comes once', () => {
  const tokens = Array.from({ length: COUNT }, newToken);
  expect(tokens.filter((token) => !/^[\w-]{43}$/.test(token))).toEqual([]);
  expect(new Set(tokens).size).toBe(COUNT);
  const set = new Uint32Array(BITS);
  for (const token of tokens) {
    const bytes = Buffer.from(token, 'base64url');
    expect(bytes).toHaveLength(BITS / 8);
    for (let bit = 0; bit < BITS; bit += 1) set[bit]! += (bytes[bit >> 3]! >> (bit & 7)) & 1;
  }
  // Seven standard deviations: by chance once in a thousand million runs.
  const slack = 7 * Math.sqrt(COUNT / 4);
  expect([...set].filter((count) => Math.abs(count - COUNT / 2) > slack)).toEqual([]);
});

test('property: what is kept of a token is not the token', () => {
  const token = newToken();
  expect(hashToken(token)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashToken(token)).toBe(hashToken(token));
  expect(hashToken(token)).not.toBe(hashToken(newToken()));
});
