import {
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeDeployData,
  getAddress,
  http,
} from 'viem';
import type { Abi, Address, Hex, PublicClient } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Artifact } from './artifact.ts';
import { waitForReceipt } from './receipt.ts';

/** How progress is kept: what was done before, and who is told (and awaited) after each new step. */
export interface Progress {
  done: Readonly<Record<string, Address>>;
  onStep: (name: string, address: Address) => Promise<void>;
  log: (line: string) => void;
}

interface Call {
  to: Address;
  abi: Abi;
  functionName: string;
  args: readonly unknown[];
}

/** What a step may ask for besides. */
interface StepRules {
  /** Whether the contract made before is still the right one, e.g. works with the others' present addresses. */
  fits?: (known: Address) => Promise<boolean>;
  /** The transaction count to use, when the address was promised to another contract. */
  nonce?: number;
}

export interface Deployer {
  address: Address;
  chainId: number;
  client: PublicClient;
  /** Address of contract `name`: the one done before when its code is still there and fits, else deployed now. */
  deploy: (
    name: string,
    artifact: Artifact,
    args: readonly unknown[],
    needs: readonly string[],
    rules?: StepRules,
  ) => Promise<Address>;
  /** The contract that step `name` made before, when its code is there and nothing that it needs is new. */
  findKept: (name: string, needs: readonly string[]) => Promise<Address | undefined>;
  /** The address that step `name` made before, whatever became of it. */
  findRecorded: (name: string) => Address | undefined;
  /** Transactions that this key has sent, waiting ones included: the nonce of the next. */
  nextNonce: () => Promise<number>;
  /** Reports a step that deployed nothing, e.g. money put where it belongs. */
  report: (name: string, address: Address, line: string) => Promise<Address>;
  /** Sends a call and waits for it; throws when it reverts. */
  call: (call: Call) => Promise<void>;
  /** Sends native coin (wei) and waits. */
  pay: (to: Address, value: bigint) => Promise<void>;
}

const POLLING_MS = 100;
/** A busy machine takes its time; what is sent a second time because the answer was late is refused as known. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Gas to send along: a quarter and 40,000 more than was counted. What a constructor writes can depend on the second (the
 * oracle stores the pair's price sums, still zero in the second that made the pair), which the count of a moment ago missed.
 */
const withRoom = (counted: bigint) => (counted * 5n) / 4n + 40_000n;

/**
 * One key that deploys step by step. A step is skipped when it was done before, its contract still has code, and
 * nothing that it needs was made anew in this run; so an interrupted deployment goes on where it stopped, and a
 * chain that lost its last blocks gets exactly what it lost.
 */
export async function createDeployer(rpcUrl: string, key: Hex, progress: Progress): Promise<Deployer> {
  const account = privateKeyToAccount(key);
  const transport = http(rpcUrl, { timeout: ANSWER_TIMEOUT_MS });
  const chainId = await createPublicClient({ transport }).getChainId();
  const nativeCurrency = { name: 'BNB', symbol: 'BNB', decimals: 18 };
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency,
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  // No cache of the block number: a deployment looks at the chain right after it has changed it.
  const client = createPublicClient({ chain, transport, pollingInterval: POLLING_MS, cacheTime: 0 });
  const wallet = createWalletClient({ account, chain, transport, pollingInterval: POLLING_MS, cacheTime: 0 });
  const renewed = new Set<string>();

  async function settled(hash: Hex, what: string) {
    const receipt = await waitForReceipt(client, hash);
    if (receipt.status !== 'success') throw new Error(`${what} reverted (transaction ${hash})`);
    return receipt;
  }

  async function findKept(name: string, needs: readonly string[]): Promise<Address | undefined> {
    const known = progress.done[name];
    if (known === undefined || needs.some((need) => renewed.has(need))) return undefined;
    return (await client.getCode({ address: known })) === undefined ? undefined : known;
  }

  async function report(name: string, address: Address, line: string): Promise<Address> {
    renewed.add(name);
    await progress.onStep(name, address);
    progress.log(line);
    return address;
  }

  return {
    address: account.address,
    chainId,
    client,
    findKept,
    findRecorded: (name) => progress.done[name],
    nextNonce: () => client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    async deploy(name, artifact, args, needs, { fits, nonce } = {}) {
      const known = await findKept(name, needs);
      if (known !== undefined && (fits === undefined || (await fits(known)))) return known;
      const { abi, bytecode } = artifact;
      const data = encodeDeployData({ abi, bytecode, args });
      const gas = withRoom(await client.estimateGas({ account, data }));
      const hash = await wallet.deployContract({
        abi,
        bytecode,
        args,
        gas,
        ...(nonce === undefined ? {} : { nonce }),
      });
      const receipt = await settled(hash, `Deploying ${name}`);
      if (!receipt.contractAddress)
        throw new Error(`Deploying ${name} gave no address (transaction ${hash})`);
      const address = getAddress(receipt.contractAddress);
      return report(name, address, `deployed ${name} (${artifact.name}) at ${address}`);
    },
    report,
    async call({ to, abi, functionName, args }) {
      const hash = await wallet.writeContract({ address: to, abi, functionName, args });
      await settled(hash, `Calling ${functionName}`);
    },
    async pay(to, value) {
      await settled(await wallet.sendTransaction({ to, value }), `Paying ${to}`);
    },
  };
}
