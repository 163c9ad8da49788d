import { createPublicClient, createWalletClient, erc20Abi, http, parseEther } from 'viem';
import type { Address, Hex, LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { DevFacts } from './stack.ts';

/** For what hangs, not for what is slow: the node mines beside two stacks and two browsers. viem's own is 10 s. */
const ANSWER_MS_MAX = 60_000;

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
    transport: http(facts.rpcUrl, { timeout: ANSWER_MS_MAX }),
    cacheTime: 0,
    pollingInterval: 100,
  });
}

export function signer(facts: DevFacts, key: Hex) {
  return walletOf(facts, privateKeyToAccount(key));
}

export function walletOf(facts: DevFacts, account: LocalAccount) {
  return createWalletClient({
    account,
    chain: chainOf(facts),
    transport: http(facts.rpcUrl, { timeout: ANSWER_MS_MAX }),
  });
}

/** Sends development BNB and USDT from the faucet's key and waits for both to be mined. */
export async function fund(facts: DevFacts, to: Address, usdt: string): Promise<void> {
  const faucet = signer(facts, facts.faucetPrivateKey);
  const client = readChain(facts);
  const gas = await faucet.sendTransaction({ to, value: parseEther('1') });
  await client.waitForTransactionReceipt({ hash: gas });
  await sendUsdt(facts, facts.faucetPrivateKey, to, usdt);
}

/**
 * Enough for a transfer to an address that has none yet. Not estimated: an address that is swept between the estimate and
 * the transfer needs 15,000 more than was estimated.
 */
const TRANSFER_GAS = 100_000n;

/** Sends USDT from a key and waits until it is mined. */
export async function sendUsdt(facts: DevFacts, key: Hex, to: Address, usdt: string): Promise<void> {
  const address = facts.contracts['usdt'];
  if (!address) throw new Error('dev.json names no USDT');
  const hash = await signer(facts, key).writeContract({
    address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, parseEther(usdt)],
    gas: TRANSFER_GAS,
  });
  const { status } = await readChain(facts).waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`the transfer ${hash} was reverted`);
}

/** USDT of an address in base units. */
export async function usdtOf(facts: DevFacts, holder: Address): Promise<bigint> {
  const address = facts.contracts['usdt'];
  if (!address) throw new Error('dev.json names no USDT');
  return readChain(facts).readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] });
}

/** Every USDT payment that the treasury has made to an address, in base units, in order. */
export async function paymentsTo(facts: DevFacts, to: Address): Promise<bigint[]> {
  const { usdt, treasury } = facts.contracts;
  if (!usdt || !treasury) throw new Error('dev.json names no USDT or no treasury');
  const logs = await readChain(facts).getContractEvents({
    address: usdt,
    abi: erc20Abi,
    eventName: 'Transfer',
    args: { from: treasury, to },
    fromBlock: 0n,
    strict: true,
  });
  return logs.map((log) => log.args.value);
}

/** Adds one empty block: on the development chain blocks come only with transactions, or like this. */
export async function mineBlock(facts: DevFacts): Promise<void> {
  await askChain(facts, 'evm_mine');
}

/** Puts empty blocks in place of the newest ones; the network has forgotten what stood in them. */
export async function takeBackBlocks(facts: DevFacts, depth: number): Promise<void> {
  // A block that the node mines in the middle of it would leave a hole in its chain.
  await askChain(facts, 'evm_setAutomine', [false]);
  try {
    await askChain(facts, 'anvil_reorg', [depth, []]);
  } finally {
    await askChain(facts, 'evm_setAutomine', [true]);
  }
}

/** Asks the chain's node for something that only a development node does. */
export async function askChain(
  facts: DevFacts,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const response = await fetch(facts.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const reply = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (reply.error) throw new Error(`the chain refuses ${method}: ${reply.error.message}`);
  return reply.result;
}
