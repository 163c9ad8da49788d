import { depositForwarderFactoryAbi } from '@openmere/core/chain/abi/deposit-forwarder-factory.ts';
import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { assert, Fault } from '@openmere/core/kit/fault.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { decodeFunctionResult, encodeFunctionData } from 'viem';
import { cloneAddress } from '../platform/chain/create2.ts';
import type { Hex } from '../platform/chain/log.ts';
import { RpcAnswerError } from '../platform/chain/rpc.ts';
import type { Rpc } from '../platform/chain/rpc.ts';

const proved = new Set<string>();
/** Any salt shows how the factory computes. */
const probe: Hex = `0x${'5a'.repeat(32)}`;
const abi = depositForwarderFactoryAbi;

/**
 * Makes sure that the factory of the address map is ours before an address of it is shown to anybody: what is sent to an
 * address of a wrong factory is lost. Asks the chain once per factory and process, outside any transaction.
 * Refusal deposit.nochain when the chain does not answer; a factory that computes otherwise, or that empties into another
 * treasury, is a bug of the installation and throws.
 */
export async function proveFactory(rpc: Rpc, contracts: AddressMap): Promise<void> {
  const { forwarderFactory: factory, treasury } = contracts;
  const name = `${factory} ${treasury}`;
  if (!factory || !treasury || proved.has(name)) return;
  const ask = (data: Hex) => ({ method: 'eth_call', params: [{ to: factory, data }, 'latest'] });
  const requests = [
    ask(encodeFunctionData({ abi, functionName: 'addressOf', args: [probe] })),
    ask(encodeFunctionData({ abi, functionName: 'treasury' })),
  ];
  const [address, destination] = await rpc.batch(requests).catch((error: unknown) => {
    if (error instanceof Fault || error instanceof RpcAnswerError) throw new Refusal('deposit.nochain');
    throw error;
  });
  assert(address !== '0x' && destination !== '0x', `no forwarder factory at ${factory}`);
  const told = decodeFunctionResult({ abi, functionName: 'addressOf', data: address as Hex });
  const empties = decodeFunctionResult({ abi, functionName: 'treasury', data: destination as Hex });
  assert(
    told.toLowerCase() === cloneAddress(factory, probe),
    `the factory ${factory} computes other addresses`,
  );
  assert(empties.toLowerCase() === treasury.toLowerCase(), `the factory ${factory} empties into ${empties}`);
  proved.add(name);
}
