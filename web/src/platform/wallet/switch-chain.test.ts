// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { ChainConfig } from './chain-config.ts';
import type { Eip1193 } from './eip1193.ts';
import { switchChain } from './switch-chain.ts';
import { declined, ProviderError } from './wallet-error.ts';

const config: ChainConfig = {
  chainId: 31337,
  rpcUrl: 'http://127.0.0.1:8080/rpc',
  explorer: '',
  contracts: {},
};

/** A wallet on chain 1 that knows some chains, obeys or not. */
function wallet(behaviour: { knows: number[]; obeys?: boolean; refusal?: Error }) {
  let chain = 1;
  const asked: { method: string; params: unknown }[] = [];
  const provider: Eip1193 = {
    async request({ method, params = [] }) {
      asked.push({ method, params });
      if (method === 'eth_chainId') return `0x${chain.toString(16)}`;
      if (behaviour.refusal) throw behaviour.refusal;
      const wanted = Number((params[0] as { chainId: string }).chainId);
      if (method === 'wallet_addEthereumChain') behaviour.knows.push(wanted);
      else if (!behaviour.knows.includes(wanted)) throw new ProviderError(4902, 'Unrecognized chain');
      if (behaviour.obeys !== false) chain = wanted;
      return null;
    },
  };
  return { provider, asked };
}

test('refuses: a wallet that stays on another chain', async () => {
  const { provider } = wallet({ knows: [31337], obeys: false });
  await expect(switchChain(provider, config)).rejects.toMatchObject({ code: 'wallet.network' });
});

test('refuses: the member’s no keeps its number and is not asked again in another way', async () => {
  const { provider, asked } = wallet({ knows: [], refusal: declined() });
  await expect(switchChain(provider, config)).rejects.toMatchObject({ code: 4001 });
  expect(asked.map((one) => one.method)).toEqual(['eth_chainId', 'wallet_switchEthereumChain']);
});

test('behavior: switches a wallet that knows the chain, and leaves one alone that is there', async () => {
  const { provider, asked } = wallet({ knows: [31337] });
  await switchChain(provider, config);
  const before = asked.length;
  await switchChain(provider, config);
  expect(asked.slice(before).map((one) => one.method)).toEqual(['eth_chainId']);
});

test('behavior: on 4902 the chain is added with our relay', async () => {
  const { provider, asked } = wallet({ knows: [] });
  await switchChain(provider, config);
  expect(asked.find((one) => one.method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x7a69',
      chainName: 'Openmere Dev Chain',
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8080/rpc'],
    },
  ]);
});
