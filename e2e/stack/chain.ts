import {
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  parseEther,
  type Address,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { DevFacts } from './stack.ts';

function chainOf(facts: DevFacts) {
  return {
    id: facts.chainId,
    name: 'Openmere development chain',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [facts.rpcUrl] } },
  };
}

export function readChain(facts: DevFacts) {
  return createPublicClient({
    chain: chainOf(facts),
    transport: http(facts.rpcUrl),
    cacheTime: 0,
    pollingInterval: 100,
  });
}

export function signer(facts: DevFacts, key: Hex) {
  return createWalletClient({
    account: privateKeyToAccount(key),
    chain: chainOf(facts),
    transport: http(facts.rpcUrl),
  });
}

/** Sends development BNB and USDT from the faucet's key and waits for both to be mined. */
export async function fund(facts: DevFacts, to: Address, usdt: string): Promise<void> {
  const faucet = signer(facts, facts.faucetPrivateKey);
  const client = readChain(facts);
  const gas = await faucet.sendTransaction({ to, value: parseEther('1') });
  await client.waitForTransactionReceipt({ hash: gas });
  const token = facts.contracts['usdt'];
  if (!token) throw new Error('dev.json names no USDT');
  const hash = await faucet.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, parseEther(usdt)],
  });
  await client.waitForTransactionReceipt({ hash });
}

/** USDT of an address in base units. */
export async function usdtOf(facts: DevFacts, holder: Address): Promise<bigint> {
  const address = facts.contracts['usdt'];
  if (!address) throw new Error('dev.json names no USDT');
  return readChain(facts).readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
}
