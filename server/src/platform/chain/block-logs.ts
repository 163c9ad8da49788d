import { ADDRESS, HASH, asArray, asHex, asObject } from './answer.ts';
import type { Header } from './answer.ts';
import { RpcAnswerError } from './rpc.ts';
import { inParts } from './in-parts.ts';
import type { Rpc } from './rpc.ts';

/** Blocks whose logs are asked for by their hashes at once. */
const LOG_BLOCKS = 16;
/** Blocks whose receipts are asked for at once; full blocks have megabytes of them. */
const RECEIPT_BLOCKS = 8;

/** All logs of each block, by the block's hash, as the node says them. */
export function readLogsByHash(rpc: Rpc, headers: readonly Header[]): Promise<unknown[][]> {
  return inParts(headers, LOG_BLOCKS, async (part) => {
    const asked = part.map(({ hash }) => ({ method: 'eth_getLogs', params: [{ blockHash: hash }] }));
    return (await rpc.batch(asked)).map(asArray);
  });
}

/**
 * Whether these are all logs of a block, as far as that can be told: their places have no gap from the first on, and their
 * addresses and topics together make the header's bloom. False as well when it cannot be told.
 */
export function isWhole({ bloom }: Header, logs: readonly unknown[]): boolean {
  if (!bloom) return false;
  const [addresses, topics] = [new Set<unknown>(), new Set<unknown>()];
  for (const [place, log] of logs.entries()) {
    const { logIndex, address, topics: own } = asObject(log);
    if (typeof logIndex !== 'string' || Number(logIndex) !== place) return false;
    addresses.add(address);
    for (const topic of asArray(own)) topics.add(topic);
  }
  // Read closely once each: the logs of a block say much the same.
  const values = [...addresses].map((address) => asHex(address, ADDRESS));
  return bloom.isOf([...values, ...[...topics].map((topic) => asHex(topic, HASH))]);
}

/** All logs of each block, from its receipts. */
export function readReceiptLogs(rpc: Rpc, headers: readonly Header[]): Promise<unknown[][]> {
  return inParts(headers, RECEIPT_BLOCKS, async (part) => {
    try {
      const asked = part.map(({ hash }) => ({ method: 'eth_getBlockReceipts', params: [hash] }));
      const answers = await rpc.batch(asked);
      return answers.map((receipts) =>
        asArray(receipts).flatMap((receipt) => asArray((receipt as { logs?: unknown } | null)?.logs)),
      );
    } catch (error) {
      // Nodes without block receipts, or that take only numbers there.
      if (!(error instanceof RpcAnswerError)) throw error;
      return readLogsByHash(rpc, part);
    }
  });
}
