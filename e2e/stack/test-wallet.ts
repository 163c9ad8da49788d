import type { Page } from '@playwright/test';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { signer } from './chain.ts';
import type { DevFacts } from './stack.ts';

/** What the wallet's owner does with the next question. */
export type Manner = 'accept' | 'reject';

export type TestWallet = {
  /** The name that a list of wallets shows. */
  name: string;
  manner: Manner;
  /** Every method that the page has called. */
  asked: string[];
  chainId: number;
  /** Has the wallet heard of our chain? It answers 4902 to a switch otherwise, until the chain is added. */
  knowsChain: boolean;
  /** What happens in the world while the owner still reads the question about a transaction. */
  meanwhile: (() => Promise<void>) | undefined;
  /** The owner chooses another account in the wallet. */
  switchAccount(key: Hex): Promise<void>;
  /** The owner chooses another network in the wallet. */
  switchChain(chainId: number): Promise<void>;
};

type Request = { method: string; params?: unknown[] };

/**
 * A wallet outside the page: the key stays in this process, the page sees only an EIP-1193 provider. It announces
 * itself by EIP-6963, or is only `window.ethereum`, as older dapp browsers are. Install before the first navigation.
 */
export async function installWallet(
  page: Page,
  facts: DevFacts,
  key: Hex,
  style: 'eip6963' | 'injected',
): Promise<TestWallet> {
  let currentKey = key;
  const wallet: TestWallet = {
    name: style === 'eip6963' ? 'Outside Wallet' : 'Web3 Wallet',
    manner: 'accept',
    asked: [],
    chainId: facts.chainId,
    knowsChain: true,
    meanwhile: undefined,
    async switchChain(next) {
      wallet.chainId = next;
      await page.evaluate(
        (now) => {
          window.dispatchEvent(new CustomEvent('openmere-test:chain', { detail: now }));
        },
        `0x${next.toString(16)}`,
      );
    },
    async switchAccount(next) {
      currentKey = next;
      const accounts = [privateKeyToAccount(next).address];
      await page.evaluate((now) => {
        window.dispatchEvent(new CustomEvent('openmere-test:accounts', { detail: now }));
      }, accounts);
    },
  };

  async function answer({ method, params = [] }: Request): Promise<unknown> {
    wallet.asked.push(method);
    const account = privateKeyToAccount(currentKey);
    const needsOwner = [
      'eth_requestAccounts',
      'personal_sign',
      'eth_sendTransaction',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ];
    if (needsOwner.includes(method) && wallet.manner === 'reject')
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account.address];
    if (method === 'eth_chainId') return `0x${wallet.chainId.toString(16)}`;
    if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] as Hex } });
    if (method === 'wallet_switchEthereumChain' && !wallet.knowsChain)
      throw Object.assign(new Error('Unrecognized chain.'), { code: 4902 });
    if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') {
      wallet.knowsChain = true;
      wallet.chainId = Number((params[0] as { chainId: string }).chainId);
      return null;
    }
    if (method === 'eth_sendTransaction') {
      const { to, data, value, gas } = params[0] as { to: Hex; data?: Hex; value?: Hex; gas?: Hex };
      const { meanwhile } = wallet;
      wallet.meanwhile = undefined;
      await meanwhile?.();
      return signer(facts, currentKey).sendTransaction({
        to,
        ...(data ? { data } : {}),
        ...(gas ? { gas: BigInt(gas) } : {}),
        value: BigInt(value ?? 0),
      });
    }
    const response = await fetch(facts.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const reply = (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
    if (reply.error) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
    return reply.result;
  }

  await page.exposeFunction('openmereTestWallet', async (request: Request) => {
    try {
      return { result: await answer(request) };
    } catch (error) {
      const { code, message } = error as { code?: number; message: string };
      return { error: { code: code ?? -32603, message } };
    }
  });
  await page.addInitScript((announced: boolean) => {
    type Reply = { result?: unknown; error?: { code: number; message: string } };
    const ask = (window as unknown as { openmereTestWallet(this: void, request: unknown): Promise<Reply> })
      .openmereTestWallet;
    const listeners = new Map<string, Set<(value: unknown) => void>>();
    const provider = {
      async request(request: { method: string; params?: unknown[] }) {
        const reply = await ask(request);
        if (reply.error) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
        if (/^wallet_(switch|add)EthereumChain$/.test(request.method)) {
          const { chainId } = (request.params?.[0] ?? { chainId: '' }) as { chainId: string };
          for (const listener of listeners.get('chainChanged') ?? []) listener(chainId);
        }
        return reply.result;
      },
      on(event: string, listener: (value: unknown) => void) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      },
      removeListener(event: string, listener: (value: unknown) => void) {
        listeners.get(event)?.delete(listener);
      },
    };
    window.addEventListener('openmere-test:chain', (event) => {
      const chainId = (event as CustomEvent<string>).detail;
      for (const listener of listeners.get('chainChanged') ?? []) listener(chainId);
    });
    window.addEventListener('openmere-test:accounts', (event) => {
      const accounts = (event as CustomEvent<string[]>).detail;
      for (const listener of listeners.get('accountsChanged') ?? []) listener(accounts);
    });
    if (!announced) {
      Object.assign(window, { ethereum: provider });
      return;
    }
    const info = {
      uuid: '8a4c1f0e-2d7b-4c55-9d0e-3f2b6a1c9e11',
      name: 'Outside Wallet',
      icon: 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E',
      rdns: 'test.outside.wallet',
    };
    const announce = () =>
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      );
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  }, style === 'eip6963');
  return wallet;
}
