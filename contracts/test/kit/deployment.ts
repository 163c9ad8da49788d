import assert from 'node:assert/strict';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import type { Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { getArtifact } from '../../script/compile.ts';
import type { DeployOptions } from '../../script/deploy.ts';
import { createDeployer } from '../../script/deployer.ts';
import { deployPoolContracts } from '../../script/dev-chain.ts';

/** The first of the development chain's publicly known keys; it has coin for gas. */
export const richKey: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

/** An address that nobody has seen before. */
export const fresh = (): Address => privateKeyToAddress(generatePrivateKey());

/** Options of a development deployment with fresh people, the record that it keeps, and its steps in order. */
export function makeOptions(rpcUrl: string, changes: Partial<DeployOptions> = {}) {
  const done: Record<string, Address> = {};
  const steps: string[] = [];
  const options: DeployOptions = {
    rpcUrl,
    deployerKey: richKey,
    root: fresh(),
    payer: fresh(),
    pauser: fresh(),
    medalSigner: fresh(),
    cold: fresh(),
    timelockDelaySec: 10,
    dev: true,
    done,
    onStep: async (name, address) => {
      steps.push(name);
      done[name] = address;
    },
    log: () => undefined,
    ...changes,
  };
  return { options, done, steps };
}

/** What BSC has already: a USDT, the exchange's router, and contracts that stand for multisigs. By the rich key. */
export async function deployOutside(rpcUrl: string) {
  const { options } = makeOptions(rpcUrl);
  const deployer = await createDeployer(rpcUrl, richKey, options);
  const usdt = await deployer.deploy('usdt', await getArtifact('DevUsdt'), [], []);
  const { router } = await deployPoolContracts(deployer);
  const board = async (name: string) => deployer.deploy(name, await getArtifact('FirstLiquidity'), [], []);
  return {
    usdt,
    router,
    cold: await board('a'),
    governors: [await board('b')],
    cancellers: [fresh()],
    timelockDelaySec: 172_800,
    dev: false as const,
  };
}

/** The address under `key`, which must be in the map. */
export function need(map: AddressMap, key: ContractKey): Address {
  const address = map[key];
  assert.ok(address, `the map has ${key}`);
  return address;
}
