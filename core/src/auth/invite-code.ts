/**
 * Invitation codes (rulebook §1): five random characters and a check character of Crockford's alphabet, which leaves out
 * I, L, O and U. The check is a weighted sum over GF(32) with a different weight at each place, so every single wrong
 * character and every exchange of two characters is caught.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/** x · 2 in GF(32), with the polynomial x⁵ + x² + 1. */
const double = (x: number): number => (x & 16 ? ((x << 1) ^ 0b100101) & 31 : x << 1);

/** Sum of 2^(place + 1) · value; the check character itself has weight 1, so a good code sums to zero. */
function checkValue(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum = double(sum ^ value);
  return sum;
}

/** Makes a code of random bytes that the caller draws; five are used, five bits of each. */
export function makeInviteCode(random: Uint8Array): string {
  if (random.length < LENGTH - 1) throw new Error('an invitation code needs five random bytes');
  const values = [...random.subarray(0, LENGTH - 1)].map((byte) => byte & 31);
  return [...values, checkValue(values)].map((value) => ALPHABET[value]).join('');
}

/** What a person typed → the code as stored: upper case, no spaces and hyphens, look-alikes put right (I, L → 1; O → 0). */
export function normaliseInviteCode(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/[IL|]/g, '1')
    .replace(/O/g, '0');
}

/** Whether a normalised code can be one at all: a typo is caught before the server is asked. */
export function isInviteCode(code: string): boolean {
  const values = Array.from(code, (character) => ALPHABET.indexOf(character));
  if (values.length !== LENGTH || values.includes(-1)) return false;
  return checkValue(values.slice(0, -1)) === values.at(-1);
}
