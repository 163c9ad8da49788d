import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInviteCode, makeInviteCode, normaliseInviteCode } from './invite-code.ts';

const ALPHABET = Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ');
const codes = fc.uint8Array({ minLength: 5, maxLength: 5 }).map(makeInviteCode);

describe('invitation codes', () => {
  test('refuses: every single wrong character', () => {
    for (const code of [
      '000000',
      makeInviteCode(Uint8Array.of(1, 2, 3, 4, 5)),
      makeInviteCode(Uint8Array.of(31, 0, 17, 9, 30)),
    ]) {
      for (let place = 0; place < 6; place += 1) {
        for (const other of ALPHABET.filter((character) => character !== code[place])) {
          expect(isInviteCode(code.slice(0, place) + other + code.slice(place + 1))).toBe(false);
        }
      }
    }
  });

  test('refuses: property: two different characters exchanged', () => {
    fc.assert(
      fc.property(codes, fc.nat(5), fc.nat(5), (code, a, b) => {
        const swapped = Array.from(code);
        [swapped[a], swapped[b]] = [code[b] ?? '', code[a] ?? ''];
        expect(isInviteCode(swapped.join(''))).toBe(code[a] === code[b]);
      }),
    );
  });

  test.each(['', '00000', '0000000', 'IIIIII', 'ＡＢＣＤＥＦ', '00000u', "0000'0", '😀00000'])(
    'refuses: %j',
    (text) => {
      expect(isInviteCode(text)).toBe(false);
    },
  );

  test('refuses: to make a code of fewer than five random bytes', () => {
    expect(() => makeInviteCode(new Uint8Array(4))).toThrow('five random bytes');
  });

  test('property: what is made is accepted, however it is typed', () => {
    fc.assert(
      fc.property(codes, (code) => {
        expect(isInviteCode(code)).toBe(true);
        const typed = ` ${code.slice(0, 3).toLowerCase()}-${code.slice(3)} `
          .replaceAll('1', 'l')
          .replaceAll('0', 'o');
        expect(normaliseInviteCode(typed)).toBe(code);
      }),
    );
  });

  test('property: codes of different bytes differ', () => {
    const all = new Set(
      Array.from({ length: 1024 }, (_, index) =>
        makeInviteCode(Uint8Array.of(index & 31, index >> 5, 7, 7, 7)),
      ),
    );
    expect(all.size).toBe(1024);
  });
});
