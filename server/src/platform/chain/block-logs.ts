import { ADDRESS, HASH, asArray, asHex, asObject, isHash } from './answer.ts';
import type { Header } from './answer.ts';
import { inParts } from './in-parts.ts';
import { RpcAnswerError } from './rpc.ts';
import type { Rpc } from './rpc.ts';

/** Blocks whose logs are asked for by their hashes at once. */
const LOG_BLOCKS = 16;
/** Blocks whose receipts are asked for at once; full blocks have megabytes of them. */
const RECEIPT_BLOCKS = 8;

/** All logs of a block and, where they come from them, its receipts. */
export type RawLogs = { logs: unknown[]; receipts?: unknown[] };

/** All logs of each block, by the block's hash, as the node says them. */
export function readLogsByHash(rpc: Rpc, headers: readonly Header[]): Promise<RawLogs[]> {
  return inParts(headers, LOG_BLOCKS, async (part) => {
    const asked = part.map(({ hash }) => ({ method: 'eth_getLogs', params: [{ blockHash: hash }] }));
    return (await rpc.batch(asked)).map((logs) => ({ logs: asArray(logs) }));
  });
}

/** What the header's bloom says of the logs of its block: these and no others, not these, or nothing (none, or all bits set). */
export type BloomVerdict = 'exact' | 'wrong' | 'unknown';

/**
 * How well these hang together as all logs of a block: in order their places have no gap from the first on, the logs of a
 * transaction stand together, and all name this block; undefined when not. Else what the bloom says of them.
 */
export function judgeBlock({ bloom, hash }: Header, logs: readonly unknown[]): BloomVerdict | undefined {
  const [addresses, topics, done] = [new Set<unknown>(), new Set<unknown>(), new Set<unknown>()];
  let current: unknown;
  for (const [place, log] of logs.entries()) {
    const { logIndex, blockHash, transactionHash, address, topics: own } = asObject(log);
    if (typeof logIndex !== 'string' || Number(logIndex) !== place || !isHash(blockHash, hash))
      return undefined;
    if (transactionHash !== current && done.has(transactionHash)) return undefined;
    done.add(transactionHash);
    current = transactionHash;
    addresses.add(address);
    for (const topic of asArray(own)) topics.add(topic);
  }
  if (!bloom) return 'unknown';
  // Read closely once each: the logs of a block say much the same.
  const values = [...addresses].map((address) => asHex(address, ADDRESS));
  if (bloom.isOf([...values, ...[...topics].map((topic) => asHex(topic, HASH))])) return 'exact';
  // Some nodes set every bit instead of counting.
  return bloom.fill === 1 ? 'unknown' : 'wrong';
}

/** All logs of each block, from its receipts; by the block's hash from a node that does not give receipts. */
export function readReceiptLogs(rpc: Rpc, headers: readonly Header[]): Promise<RawLogs[]> {
  return inParts(headers, RECEIPT_BLOCKS, async (part) => {
    try {
      const asked = part.map(({ hash }) => ({ method: 'eth_getBlockReceipts', params: [hash] }));
      const answers = await rpc.batch(asked);
      return answers.map((answer) => {
        const receipts = asArray(answer);
        return { receipts, logs: receipts.flatMap((receipt) => asArray(asObject(receipt)['logs'])) };
      });
    } catch (error) {
      // Nodes without block receipts, or that take only numbers there.
      if (!(error instanceof RpcAnswerError)) throw error;
      return readLogsByHash(rpc, part);
    }
  });
}
