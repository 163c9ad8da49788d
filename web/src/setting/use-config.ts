import { parseAddressMap, type AddressMap } from '@openmere/core/chain/addresses.ts';
import { useCall } from '../platform/query.ts';

/** Public configuration by key; undefined while loading. Silent: no toast (calls.md). */
export function useConfig(): ReadonlyMap<string, string> | undefined {
  const { data } = useCall('Ctrls/GetConfig', {}, { staleTime: 60_000 });
  return data && new Map(data.list.map((row) => [row.idx, row.val]));
}

/** The contract address map; empty while loading or not deployed. */
export function contractsOf(config: ReadonlyMap<string, string> | undefined): AddressMap {
  const text = config?.get('chain.contracts');
  return text === undefined ? {} : parseAddressMap(text);
}
