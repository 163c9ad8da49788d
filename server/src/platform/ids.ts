import { randomBytes } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
/** A uuid has 128 bits: 26 characters of 5 bits, the first of which is at most 7. */
const LENGTH = 26;

let lastTime = 0;
let sequence = 0;

/** `wdr_` + 26 characters: a version 7 uuid in Crockford's alphabet. Sortable by time; within one process strictly growing. */
export function newId(prefix: string): string {
  return `${prefix}_${encode(uuidv7(Date.now()))}`;
}

/** 48 bits of milliseconds, 12 bits of sequence in the millisecond, 62 random bits. */
function uuidv7(now: number): bigint {
  if (now > lastTime) {
    lastTime = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    // The clock stands still or went back: borrow from the next millisecond so that ids keep growing.
    lastTime += 1;
    sequence = 0;
  }
  const random = randomBytes(8).readBigUInt64BE() & 0x3fff_ffff_ffff_ffffn;
  const head = (BigInt(lastTime) << 16n) | (7n << 12n) | BigInt(sequence);
  return (head << 64n) | (2n << 62n) | random;
}

function encode(value: bigint): string {
  let text = '';
  for (let rest = value, index = 0; index < LENGTH; index += 1, rest >>= 5n) {
    text = CROCKFORD.charAt(Number(rest & 31n)) + text;
  }
  return text;
}
