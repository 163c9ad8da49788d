import { isAddress } from '@openmere/core/chain/addresses.ts';
import type { AddressMap, Address } from '@openmere/core/chain/addresses.ts';
import type { FastifyInstance } from 'fastify';
import { createWalletClient, defineChain, erc20Abi, http, parseEther, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { getDevKey } from './dev-keys.ts';

/** What one ask gives: gas, and coins to try everything with. */
const GIFT = { bnb: parseEther('1'), usdt: parseEther('1000'), open: parseEther('10000') };

type Faucet = { rpcUrl: string; chainId: number; contracts: () => Promise<AddressMap> };

/** Development chain only: `POST /dev/faucet` with `{ address }` gives play money and answers when it is mined. */
export function serveDevFaucet(server: FastifyInstance, { rpcUrl, chainId, contracts }: Faucet): void {
  const chain = defineChain({
    id: chainId,
    name: 'development',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const account = privateKeyToAccount(getDevKey('faucet').privateKey);
  const client = createWalletClient({ account, chain, transport: http(rpcUrl), pollingInterval: 100 }).extend(
    publicActions,
  );
  // One gift after the other: they share one key, so their nonces follow one another.
  let last: Promise<unknown> = Promise.resolve();

  async function give(to: Address): Promise<void> {
    const { usdt, open } = await contracts();
    const hashes = [await client.sendTransaction({ to, value: GIFT.bnb })];
    for (const [address, amount] of [
      [usdt, GIFT.usdt],
      [open, GIFT.open],
    ] as const) {
      if (address === undefined) continue;
      hashes.push(
        await client.writeContract({ address, abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
      );
    }
    await Promise.all(hashes.map((hash) => client.waitForTransactionReceipt({ hash })));
  }

  server.post<{ Body: { address?: unknown } | null }>('/dev/faucet', async (request, reply) => {
    const to = request.body?.address;
    if (!isAddress(to))
      return reply.code(400).send({ success: false, msg: 'address: not an address', code: 'invalid' });
    const gift = last.then(() => give(to));
    last = gift.catch(() => undefined);
    await gift;
    return { success: true, msg: '', code: 'ok' };
  });
}
