import { erc20Abi } from '@openmere/core/chain/abi/erc20.ts';
import { membershipAbi } from '@openmere/core/chain/abi/membership.ts';
import { swapDeskAbi } from '@openmere/core/chain/abi/swap-desk.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { depositHandlers } from '@openmere/server/deposit/on-chain.ts';
import type { Hex, LogHandler } from '@openmere/server/platform/chain/log.ts';
import { quantity } from '@openmere/server/platform/chain/reader.ts';
import { createRpc } from '@openmere/server/platform/chain/rpc.ts';
import type { Rpc } from '@openmere/server/platform/chain/rpc.ts';
import { anvilAccounts, TEST_CHAIN_ID, waitMined } from '@openmere/server/platform/chain/test-anvil.ts';
import { swapHandlers } from '@openmere/server/swap/on-chain.ts';
import { postGroups } from '@openmere/server/swap/post-groups.ts';
import { encodeFunctionData } from 'viem';

const TRADES_PER_BLOCK = 100;
const FAR = 10n ** 12n;
const MOST = 2n ** 256n - 1n;
const coin = 10n ** 18n;
const trader = anvilAccounts[1];

/** What the indexer books of the market, in its order. */
export function marketHandlers(): LogHandler[] {
  return [
    ...depositHandlers({ chainId: TEST_CHAIN_ID, post: postGroups }),
    ...swapHandlers({ chainId: TEST_CHAIN_ID, clock: () => new Date(), post: postGroups }),
  ];
}

/** Fills a development chain with trades of one wallet, buys and sells by turns, a hundred a block. */
export async function trade(url: string, contracts: AddressMap, trades: number): Promise<void> {
  const rpc = createRpc(url, { timeoutMs: 120_000 });
  await prepare(rpc, contracts);
  await rpc.call('evm_setAutomine', [false]);
  const nonce = Number(await rpc.call('eth_getTransactionCount', [trader, 'latest']));
  for (let done = 0; done < trades; done += TRADES_PER_BLOCK) {
    const count = Math.min(TRADES_PER_BLOCK, trades - done);
    await rpc.batch(
      Array.from({ length: count }, (_, index) => ({
        method: 'eth_sendTransaction',
        params: [
          {
            from: trader,
            to: contracts.swapDesk,
            gas: '0x5b8d8',
            nonce: quantity(BigInt(nonce + done + index)),
            data: dataOf(done + index),
          },
        ],
      })),
    );
    await rpc.call('evm_increaseTime', [97]);
    await rpc.call('evm_mine', []);
  }
  await rpc.call('anvil_mine', ['0x4']);
}

function dataOf(index: number): Hex {
  const [functionName, amount] = index % 2 === 0 ? (['buy', coin] as const) : (['sell', 20n * coin] as const);
  return encodeFunctionData({ abi: swapDeskAbi, functionName, args: [amount + BigInt(index), 0n, FAR] });
}

async function prepare(rpc: Rpc, contracts: AddressMap): Promise<void> {
  const send = async (to: Hex | undefined, data: Hex): Promise<void> => {
    const sent = await rpc.call('eth_sendTransaction', [{ from: trader, to, gas: '0x7a120', data }]);
    await waitMined(rpc, sent);
  };
  const activate = { abi: membershipAbi, functionName: 'activate', args: [anvilAccounts[0]] } as const;
  await send(contracts.membership, encodeFunctionData(activate));
  const { swapDesk = '0x' } = contracts;
  for (const token of [contracts.usdt, contracts.open]) {
    const approve = { abi: erc20Abi, functionName: 'approve', args: [swapDesk, MOST] } as const;
    await send(token, encodeFunctionData(approve));
  }
}
