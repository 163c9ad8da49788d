import { medalAbi } from '@openmere/core/chain/abi/medal.ts';
import { decodeEventLog } from 'viem';
import type { Address } from 'viem';
import type { Hex } from './eip1193.ts';
import { readChain } from './rpc.ts';

/** The new medal and who holds it. */
export type SubscribedMedal = { tokenId: bigint; owner: Address };

/** A log of a receipt, as the node tells it. */
export type ReceiptLog = { address: Hex; topics: readonly Hex[]; data: Hex };

/**
 * The medal that a subscription made: its last log is `(uint256 tokenId, address owner)` (specification §7). Undefined when
 * the last log is another one or another contract's: then nothing was subscribed at `medal`.
 */
export function decodeSubscribed(logs: readonly ReceiptLog[], medal: Hex): SubscribedMedal | undefined {
  const last = logs.at(-1);
  if (last === undefined || last.address.toLowerCase() !== medal.toLowerCase()) return undefined;
  const [signature, ...indexed] = last.topics;
  if (signature === undefined) return undefined;
  try {
    const topics: [Hex, ...Hex[]] = [signature, ...indexed];
    return decodeEventLog({ abi: medalAbi, eventName: 'Subscribed', topics, data: last.data }).args;
  } catch {
    return undefined;
  }
}

/** The same for the transaction `hash`; undefined, too, while it is not mined and when it failed. */
export async function readSubscribed(hash: Hex, medal: Hex): Promise<SubscribedMedal | undefined> {
  const receipt = (await readChain('eth_getTransactionReceipt', [hash])) as {
    status: Hex;
    logs: readonly ReceiptLog[];
  } | null;
  return receipt && BigInt(receipt.status) === 1n ? decodeSubscribed(receipt.logs, medal) : undefined;
}
