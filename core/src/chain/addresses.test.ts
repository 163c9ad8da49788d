import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contractKeys, isAddress, parseAddressMap } from './addresses.ts';

const treasury = '0x0165878A594ca255338adfa4d48449f69242Eb8F';

describe('parseAddressMap', () => {
  it.each([
    ['text that is not JSON', '{'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a short address', '{"treasury":"0x01"}'],
    ['an address without 0x', `{"treasury":"${treasury.slice(2)}"}`],
    ['the zero address', `{"treasury":"0x${'0'.repeat(40)}"}`],
    ['a number', '{"treasury":5}'],
    ['an empty value', '{"treasury":null}'],
  ])('refuses: %s', (_what, json) => {
    expect(() => parseAddressMap(json)).toThrow();
  });

  it('property: what was written is read back, whatever else is in the map', () => {
    const address = fc.stringMatching(/^0x[0-9a-fA-F]{39}[1-9a-f]$/);
    const map = fc.dictionary(fc.constantFrom(...contractKeys), address);
    fc.assert(
      fc.property(map, fc.string(), (known, value) => {
        expect(parseAddressMap(JSON.stringify({ ...known, 'a later key': value }))).toEqual(known);
      }),
    );
  });

  it('behavior: a key that is missing stays missing', () => {
    expect(parseAddressMap(`{"treasury":"${treasury}"}`)).toEqual({ treasury });
    expect(parseAddressMap('{}')).toEqual({});
  });
});

describe('isAddress', () => {
  it('refuses: anything but 20 bytes of hex that are not all zero', () => {
    for (const value of [
      undefined,
      1n,
      '',
      '0x',
      `${treasury}0`,
      `${treasury}\n`,
      `0X${treasury.slice(2)}`,
    ]) {
      expect(isAddress(value)).toBe(false);
    }
  });
});
