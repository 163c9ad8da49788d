import { hexToBytes, keccak256 } from 'viem';
import type { Hex } from './log.ts';

/**
 * The 2048-bit logs bloom of a block header: "surely no log with this" or "perhaps". Tells when a node leaves logs out.
 */
export type Bloom = {
  has(value: Hex): boolean;
  /** Whether it is the bloom of these addresses and topics together, and of no other. */
  isOf(values: Iterable<Hex>): boolean;
  /** Share of bits set, 0 to 1: over one half it tells little. */
  fill: number;
};

const cache = new Map<string, readonly number[]>();
const CACHE_MAX = 50_000;

/** The three bits that a contract address or a topic sets. */
function bitsOf(value: Hex): readonly number[] {
  const known = cache.get(value);
  if (known) return known;
  const hash = keccak256(hexToBytes(value), 'bytes');
  const bits = [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047);
  if (cache.size >= CACHE_MAX) cache.clear();
  cache.set(value, bits);
  return bits;
}

/** Reads a header's `logsBloom` (256 bytes as hex); undefined when it is not one. */
export function readBloom(text: unknown): Bloom | undefined {
  if (typeof text !== 'string' || !/^0x[0-9a-fA-F]{512}$/.test(text)) return undefined;
  const bytes = hexToBytes(text as Hex);
  let ones = 0;
  for (const byte of bytes) for (let rest = byte; rest; rest &= rest - 1) ones += 1;
  // Bit 0 is the last bit of the last byte.
  const isSet = (bit: number): boolean => (((bytes[255 - (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1;
  const isOf = (values: Iterable<Hex>): boolean => {
    const bits = new Set<number>();
    for (const value of values) for (const bit of bitsOf(value)) bits.add(bit);
    return bits.size === ones && [...bits].every(isSet);
  };
  return { has: (value) => bitsOf(value).every(isSet), isOf, fill: ones / 2048 };
}
