import { parseAddressMap, type AddressMap } from '@openmere/core/chain/addresses.ts';

/** The contract address map; empty while loading or not deployed. */
export function contractsOf(config: ReadonlyMap<string, string> | undefined): AddressMap {
  const text = config?.get('chain.contracts');
  return text === undefined ? {} : parseAddressMap(text);
}
