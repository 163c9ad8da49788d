import { setTimeout as wait } from 'node:timers/promises';
import { TransactionReceiptNotFoundError } from 'viem';
import type { Hex, PublicClient, TransactionReceipt } from 'viem';

const POLLING_MS = 50;
const TIMEOUT_MS = 180_000;

/**
 * The receipt of a transaction, asked for until it is there. viem's own waiting asks once for each block: where nobody else sends, and
 * a node tells a block a moment before its receipts, it waits for a next block that never comes.
 */
export async function waitForReceipt(
  client: Pick<PublicClient, 'getTransactionReceipt'>,
  hash: Hex,
): Promise<TransactionReceipt> {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError) || Date.now() > end) throw error;
    }
    await wait(POLLING_MS);
  }
}
