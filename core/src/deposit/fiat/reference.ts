/** Without letters and digits that look alike; a prime number of them, so that the check character finds every single slip. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const PREFIX = 'OM';
const RANDOM_LENGTH = 8;

export const REFERENCE_PATTERN = /^OM[2-9A-HJKMNP-Z]{9}$/;
export const referenceBytes = RANDOM_LENGTH;

/** Each place has a weight of its own: one wrong character, or two that changed places, never add up to the same. */
function checkCharacter(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at += 1) sum += (at + 2) * ALPHABET.indexOf(body.charAt(at));
  return ALPHABET.charAt(sum % ALPHABET.length);
}

/** A reference from random bytes, with its check character: `OM` and nine characters. */
export function makeReference(bytes: Uint8Array): string {
  const body = Array.from(bytes.subarray(0, RANDOM_LENGTH), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('');
  return PREFIX + body + checkCharacter(body);
}

export function isReference(text: string): boolean {
  if (!REFERENCE_PATTERN.test(text)) return false;
  const body = text.slice(PREFIX.length, -1);
  return checkCharacter(body) === text.slice(-1);
}

/** Capital letters and digits only: banks break lines, and people write spaces and dashes. */
export function squeeze(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

const referenceLength = PREFIX.length + RANDOM_LENGTH + 1;

/** Every right reference in a text, wherever it stands. */
export function findReferences(text: string): string[] {
  const squeezed = squeeze(text);
  const found = new Set<string>();
  for (let at = squeezed.indexOf(PREFIX); at >= 0; at = squeezed.indexOf(PREFIX, at + 1)) {
    const piece = squeezed.slice(at, at + referenceLength);
    if (isReference(piece)) found.add(piece);
  }
  return [...found];
}

/** Whether one character was changed, left out or added between two texts, or none. */
function isOneApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const rest = short.length === long.length ? short.slice(at + 1) : short.slice(at);
  return rest === long.slice(at + 1);
}

/** Whether a text holds the reference with at most one typing slip. */
export function holdsNearly(text: string, reference: string): boolean {
  const squeezed = squeeze(text);
  for (let at = 0; at < squeezed.length; at += 1)
    for (const length of [referenceLength, referenceLength - 1, referenceLength + 1]) {
      const piece = squeezed.slice(at, at + length);
      if (piece.length === length && isOneApart(piece, reference)) return true;
    }
  return false;
}
