import { readFile } from 'node:fs/promises';
import {
  createPublicClient,
  createWalletClient,
  decodeFunctionResult,
  encodeFunctionData,
  http,
  parseAbi,
} from 'viem';
import type { Abi, Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anvil } from 'viem/chains';
import { getPublished } from '../../script/artifact.ts';
import { compilerSettings } from '../../script/compiler.ts';
import { waitForReceipt } from '../../script/receipt.ts';
import { richKey } from '../kit/deployment.ts';

/** What the harness can be asked; one answer byte a case, 0 is agreement. */
export type Question = 'swaps' | 'liquidities' | 'formulas';

export interface Harness {
  /** Puts packed cases (hex without 0x) to the real contracts. Throws when the call itself fails. */
  ask: (question: Question, cases: readonly string[]) => Promise<Uint8Array>;
}

const pollingMs = 20;
/** Enough for any batch; the call is not mined. */
const gasPerCall = 1n << 40n;
const factoryAbi = parseAbi([
  'function createPair(address, address) returns (address)',
  'function getPair(address, address) view returns (address)',
  'function setFeeTo(address)',
]);

interface Compiled {
  abi: Abi;
  bytecode: Hex;
}

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

/** Compiles the harness, which imports nothing. Throws with the compiler's messages. */
async function compileHarness(): Promise<(name: string) => Compiled> {
  const { default: solc } = await import('solc');
  const content = await readFile(new URL('PairParity.sol', import.meta.url), 'utf8');
  const settings = { ...compilerSettings, outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } };
  const input = { language: 'Solidity', sources: { harness: { content } }, settings };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return (name) => {
    const made = output.contracts?.harness?.[name];
    if (made === undefined) throw new Error(`The harness has no contract ${name}`);
    return { abi: made.abi, bytecode: `0x${made.evm.bytecode.object}` };
  };
}

function connect(rpcUrl: string) {
  const account = privateKeyToAccount(richKey);
  const transport = http(rpcUrl, { timeout: 120_000 });
  const client = createPublicClient({ chain: anvil, transport, pollingInterval: pollingMs, cacheTime: 0 });
  const wallet = createWalletClient({ account, chain: anvil, transport });
  const settle = async (hash: Hex) => {
    const receipt = await waitForReceipt(client, hash);
    if (receipt.status !== 'success') throw new Error(`A step of the harness reverted (${hash})`);
    return receipt;
  };
  return {
    client,
    account,
    deploy: async ({ abi, bytecode }: Compiled, args: readonly unknown[]): Promise<Address> => {
      const { contractAddress } = await settle(await wallet.deployContract({ abi, bytecode, args }));
      if (!contractAddress) throw new Error('A contract of the harness was not deployed');
      return contractAddress;
    },
    call: async (to: Address, abi: Abi, functionName: string, args: readonly unknown[]) => {
      const data = encodeFunctionData({ abi, functionName, args });
      await settle(await wallet.sendTransaction({ to, data, gas: 10_000_000n }));
    },
  };
}

/** Deploys the published factory, router and pair twice, once with the operator's part switched on, and the harness. */
export async function deployHarness(rpcUrl: string): Promise<Harness> {
  const compiled = await compileHarness();
  const { client, account, deploy, call } = connect(rpcUrl);
  const tokens = [
    await deploy(compiled('SettableToken'), []),
    await deploy(compiled('SettableToken'), []),
  ] as const;
  const { abi, bytecode } = compiled('PairParity');
  const harness = await deploy({ abi, bytecode }, tokens);
  for (const which of [0, 1]) {
    const factory = await deploy(await getPublished('UniswapV2Factory'), [account.address]);
    // The router wants a wrapped coin, which adding tokens never touches.
    const router = await deploy(await getPublished('UniswapV2Router02'), [factory, account.address]);
    await call(factory, factoryAbi, 'createPair', tokens);
    if (which === 1) await call(factory, factoryAbi, 'setFeeTo', [account.address]);
    const at = { address: factory, abi: factoryAbi, functionName: 'getPair', args: tokens } as const;
    await call(harness, abi, 'enter', [BigInt(which), await client.readContract(at), router]);
  }
  return {
    async ask(question, cases) {
      const data = encodeFunctionData({ abi, functionName: question, args: [`0x${cases.join('')}`] });
      const answer = await client.call({ to: harness, data, gas: gasPerCall });
      const result = decodeFunctionResult({ abi, functionName: question, data: answer.data ?? '0x' }) as Hex;
      return Uint8Array.from(Buffer.from(result.slice(2), 'hex'));
    },
  };
}
