import { v7 } from 'uuid';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
/** A uuid has 128 bits: 26 characters of 5 bits, the first of which is at most 7. */
const LENGTH = 26;

/** `wdr_` + 26 characters: a version 7 uuid in Crockford's alphabet. Sortable by time; within one process strictly growing. */
export function newId(prefix: string): string {
  return `${prefix}_${encode(BigInt(`0x${v7().replaceAll('-', '')}`))}`;
}

/** No id of that kind that was made from then on comes before it. */
export function firstIdAt(prefix: string, time: Date): string {
  return `${prefix}_${encode(BigInt(time.getTime()) << 80n)}`;
}

function encode(value: bigint): string {
  let text = '';
  for (let rest = value, index = 0; index < LENGTH; index += 1, rest >>= 5n) {
    text = CROCKFORD.charAt(Number(rest & 31n)) + text;
  }
  return text;
}
