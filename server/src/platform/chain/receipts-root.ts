import { concatHex, keccak256, toHex, toRlp } from 'viem';
import { ADDRESS, HASH, asArray, asHex, asObject, asQuantity } from './answer.ts';
import type { Hex } from './log.ts';

/** What RLP encodes: bytes, or a list of such. */
type Item = Hex | Item[];
const NIBBLES = '0 1 2 3 4 5 6 7 8 9 a b c d e f'.split(' ');

/** A key of the trie as its nibbles, one hex digit each, and the bytes that are kept there. */
type Entry = { path: string; value: Hex };

/**
 * The root that a block's header gives for its receipts: with it, a node cannot say anything of the block's logs but the truth.
 * @param receipts all of the block, in order, as `eth_getBlockReceipts` answers.
 * @throws `chain.badanswer` for what is no receipt. Source: Ethereum Yellow Paper, 4.4.1 and appendix D; EIP-2718 for typed ones.
 */
export function receiptsRootOf(receipts: readonly unknown[]): Hex {
  if (receipts.length === 0) return keccak256(toRlp('0x'));
  const entries = receipts.map((receipt, index) => ({
    path: toRlp(integer(BigInt(index))).slice(2),
    value: encodeReceipt(receipt),
  }));
  return keccak256(toRlp(trieOf(entries)));
}

function encodeReceipt(answer: unknown): Hex {
  const receipt = asObject(answer);
  const body = toRlp([
    // Before Byzantium a state root stood there; no chain of ours has such blocks.
    integer(asQuantity(receipt['status'])),
    integer(asQuantity(receipt['cumulativeGasUsed'])),
    asHex(receipt['logsBloom'], /^0x[0-9a-fA-F]{512}$/),
    asArray(receipt['logs']).map(encodeLog),
  ]);
  const type = asQuantity(receipt['type'] ?? '0x0');
  return type === 0n ? body : concatHex([toHex(type), body]);
}

function encodeLog(answer: unknown): Item[] {
  const { address, topics, data } = asObject(answer);
  return [
    asHex(address, ADDRESS),
    asArray(topics).map((topic) => asHex(topic, HASH)),
    asHex(data, /^0x([0-9a-fA-F]{2})*$/),
  ];
}

/** A whole number as RLP wants it: big-endian without zeros before it, zero as no bytes. */
function integer(value: bigint): Hex {
  return value === 0n ? '0x' : toHex(value);
}

/** The node above these entries, whose paths have the same first `depth` nibbles. RLP keys are never the start of another. */
function trieOf(entries: readonly Entry[], depth = 0): Item[] {
  const [first, second] = entries;
  if (first && !second) return [packPath(first.path.slice(depth), true), first.value];
  const shared = sharedLength(entries, depth);
  if (shared > 0) {
    const path = first?.path.slice(depth, depth + shared) ?? '';
    return [packPath(path, false), referTo(trieOf(entries, depth + shared))];
  }
  const branches = NIBBLES.map((digit): Item => {
    const below = entries.filter(({ path }) => path[depth] === digit);
    return below.length === 0 ? '0x' : referTo(trieOf(below, depth + 1));
  });
  return [...branches, '0x'];
}

/** A node stands in the one above it by its hash, or itself where that is shorter. */
function referTo(node: Item[]): Item {
  const encoded = toRlp(node);
  return encoded.length < 2 + 64 ? node : keccak256(encoded);
}

/** How many nibbles after `depth` all paths have in common. */
function sharedLength(entries: readonly Entry[], depth: number): number {
  const path = entries[0]?.path ?? '';
  let length = 0;
  while (
    depth + length < path.length &&
    entries.every((entry) => entry.path[depth + length] === path[depth + length])
  ) {
    length += 1;
  }
  return length;
}

/** Nibbles as bytes, with the nibble before them that tells an odd number of them and the end of a path. */
function packPath(path: string, isEnd: boolean): Hex {
  const isOdd = path.length % 2 === 1;
  const flag = (isEnd ? 2 : 0) + (isOdd ? 1 : 0);
  return `0x${flag}${isOdd ? '' : '0'}${path}`;
}
