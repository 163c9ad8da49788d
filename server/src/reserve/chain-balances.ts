import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { Fault } from '@openmere/core/kit/fault.ts';
import { clientOver } from '../platform/chain/client.ts';
import type { Hex } from '../platform/chain/log.ts';
import { createChainReader } from '../platform/chain/reader.ts';
import type { Rpc } from '../platform/chain/rpc.ts';

export type At = { number: bigint; hash: Hex };

/** Bytes of call data in one question: some hundred balances. */
const BATCH_BYTES = 32_768;

/**
 * What `holders` have together of each token at one block, in base units, in the order of `tokens`. Thousands of balances
 * in a few questions: a throw-away contract in the call asks each token. Fault when the node does not know that block under
 * that hash, before or after, or has no state for it any more.
 */
export async function readHeld(
  rpc: Rpc,
  chainId: number,
  tokens: readonly Hex[],
  holders: readonly Hex[],
  at: At,
): Promise<bigint[]> {
  const reader = createChainReader(rpc, chainId);
  const prove = async (): Promise<void> => {
    const header = await reader.findHeader(at.number);
    if (header?.hash !== at.hash) throw new Fault('chain.moved', { retry: true });
  };
  await prove();
  const contracts = tokens.flatMap((address) =>
    holders.map((holder) => ({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf' as const,
      args: [holder] as const,
    })),
  );
  let balances: readonly bigint[];
  try {
    balances = await clientOver(rpc, chainId).multicall({
      contracts,
      allowFailure: false,
      deployless: true,
      blockNumber: at.number,
      batchSize: BATCH_BYTES,
    });
  } catch (cause) {
    throw cause instanceof Fault ? cause : new Fault('chain.nobalances', { retry: true, cause });
  }
  await prove();
  return tokens.map((_, index) =>
    balances
      .slice(index * holders.length, (index + 1) * holders.length)
      .reduce((sum, balance) => sum + balance, 0n),
  );
}
