import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { leafText, nodeText } from '@openmere/core/reserve/proof.ts';
import type { ProofLeaf, ProofNode } from '@openmere/core/reserve/proof.ts';

export const HASH_BYTES = 32;
const SUM_BYTES = 24;
/** A node as it is kept: hash, then sum, most significant byte first. 24 bytes hold the 45 digits of the ledger. */
export const NODE_BYTES = HASH_BYTES + SUM_BYTES;
export const CHUNK_NODES = 1_024;
/** So often others get their turn: a million hashes take seconds. */
const TURN = 5_000;

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function packNode({ hash, sum }: ProofNode): Buffer {
  const digits = BigInt(sum)
    .toString(16)
    .padStart(2 * SUM_BYTES, '0');
  return Buffer.from(hash + digits, 'hex');
}

export function unpackNode(bytes: Buffer): ProofNode {
  return {
    hash: bytes.toString('hex', 0, HASH_BYTES),
    sum: String(BigInt(`0x${bytes.toString('hex', HASH_BYTES, NODE_BYTES)}`)),
  };
}

/**
 * The tree over leaves in their order, level by level from the leaves up to the root; the odd one out of a level goes up as it is.
 * No level without leaves.
 */
export async function* levelsOf(leaves: readonly ProofLeaf[]): AsyncGenerator<ProofNode[]> {
  let level: ProofNode[] = [];
  for (const leaf of leaves) {
    level.push({ hash: sha256(leafText(leaf)), sum: leaf.amount });
    if (level.length % TURN === 0) await breathe();
  }
  if (level.length === 0) return;
  for (;;) {
    yield level;
    if (level.length === 1) return;
    level = await parentsOf(level);
  }
}

async function parentsOf(level: readonly ProofNode[]): Promise<ProofNode[]> {
  const parents: ProofNode[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index], level[index + 1]];
    if (!left) break;
    if (!right) parents.push(left);
    else {
      const sum = String(BigInt(left.sum) + BigInt(right.sum));
      parents.push({ hash: sha256(nodeText(left, right)), sum });
    }
    if (parents.length % TURN === 0) await breathe();
  }
  return parents;
}

/** Neighbours on the way up from a place among `leaves`: level, place there, and the side on which they stand. */
export function neighboursOf(
  place: number,
  leaves: number,
): { level: number; place: number; side: 'left' | 'right' }[] {
  const found: { level: number; place: number; side: 'left' | 'right' }[] = [];
  for (let level = 0, at = place, width = leaves; width > 1; level += 1) {
    const beside = at % 2 === 1 ? at - 1 : at + 1;
    if (beside < width) found.push({ level, place: beside, side: beside < at ? 'left' : 'right' });
    at = Math.floor(at / 2);
    width = Math.ceil(width / 2);
  }
  return found;
}
