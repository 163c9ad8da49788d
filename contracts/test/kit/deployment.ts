import assert from 'node:assert/strict';
import type { Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { AddressMap, ContractKey } from '@openmere/core/chain/addresses.ts';
import type { DeployOptions } from '../../script/deploy.ts';

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

/** The address under `key`, which must be in the map. */
export function need(map: AddressMap, key: ContractKey): Address {
  const address = map[key];
  assert.ok(address, `the map has ${key}`);
  return address;
}
