import { Fault } from '@openmere/core/kit/fault.ts';
import type { Hex } from '../platform/chain/log.ts';

/** A block by number and hash; the hash is what a conclusion rests on. */
export type BlockId = { number: bigint; hash: Hex };

export function toHex(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

export function readHex(value: unknown): Hex {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value as Hex;
  throw badAnswer(`${String(value)} is not hex`);
}

export function readNumber(value: unknown): bigint {
  const hex = readHex(value);
  if (hex.length < 3) throw badAnswer('an empty number');
  return BigInt(hex);
}

/** An answer that is an object; null where the node has nothing. */
export function readObject(value: unknown): Record<string, unknown> | undefined {
  if (value === null) return undefined;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw badAnswer('no object where one belongs');
}

export function readBlockId(value: unknown): BlockId | undefined {
  const block = readObject(value);
  return block && { number: readNumber(block['number']), hash: readHex(block['hash']).toLowerCase() as Hex };
}

/** What a node says must hang together; if it does not, nothing is concluded from it this time. */
export function badAnswer(what: string): Fault {
  return new Fault('chain.badanswer', { retry: true, cause: new Error(what) });
}
