/** A simulated network on which calls are measured: the same figures on every machine. */
import { network } from 'hardhat';
import { encodeFunctionData } from 'viem';
import type { Abi, Address, Hex } from 'viem';
import { getPublished } from './artifact.ts';
import { getArtifact } from './compile.ts';

/** Gas units by operation, in the order of the run. */
export type GasSnapshot = Record<string, number>;

/** Opens the network; every `deploy` and `send` writes its gas under its label. */
export async function openBench() {
  // A fixed noon: the daily counters must not see midnight in the middle of a run.
  const { viem, networkHelpers } = await network.create({
    override: { initialDate: new Date('2030-01-01T12:00:00Z') },
  });
  const client = await viem.getPublicClient();
  const wallets = await viem.getWalletClients();
  const [deployer, other] = wallets;
  if (deployer === undefined || other === undefined) throw new Error('The simulated network has no accounts');
  const gas: GasSnapshot = {};
  const settle = async (hash: Hex) => {
    const receipt = await client.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`A measured call reverted (${hash})`);
    return receipt;
  };
  const deploy = async (label: string, contract: string, args: readonly unknown[]): Promise<Address> => {
    const { abi, bytecode } = await getArtifact(contract);
    const receipt = await settle(await deployer.deployContract({ abi, bytecode, args }));
    if (!receipt.contractAddress) throw new Error(`${contract} was not deployed`);
    gas[`deploy ${label}`] = Number(receipt.gasUsed);
    return receipt.contractAddress;
  };
  const send = async (
    label: string,
    to: Address,
    abi: Abi,
    functionName: string,
    args: unknown[],
    from = deployer,
  ) => {
    const data = encodeFunctionData({ abi, functionName, args });
    const receipt = await settle(await from.sendTransaction({ to, data }));
    gas[label] = Number(receipt.gasUsed);
  };
  /** A published contract: not ours to measure. */
  const place = async (name: Parameters<typeof getPublished>[0], args: readonly unknown[]) => {
    const { abi, bytecode } = await getPublished(name);
    const receipt = await settle(await deployer.deployContract({ abi, bytecode, args }));
    if (!receipt.contractAddress) throw new Error(`${name} was not deployed`);
    return receipt.contractAddress;
  };
  /** The token stands still: no transfer goes through any more. What it answers otherwise is a number that nobody here looks at. */
  const freeze = (token: Address) =>
    networkHelpers.setCode(token, '0x5f3560e01c63a9059cbb14601957633b9aca005f5260205ff35b5f5ffd');
  const pass = (seconds: number) => networkHelpers.time.increase(seconds);
  return {
    client,
    me: deployer.account.address,
    wallet: deployer,
    other,
    gas,
    deploy,
    send,
    place,
    pass,
    freeze,
  };
}

/** What a measured part of the contracts is given. */
export type Bench = Awaited<ReturnType<typeof openBench>>;
