/** An address on chain, 20 bytes as hex. Declared here because core uses no chain library. */
export type Address = `0x${string}`;

/** Every contract that the app may know, under the keys of the configuration value `chain.contracts`. */
export const contractKeys = [
  'usdt',
  'open',
  'ousd',
  'usdo',
  'pair',
  'router',
  'factory',
  'membership',
  'swapDesk',
  'liquidityDesk',
  'twapOracle',
  'hashPowerMint',
  'usdoMint',
  'medal',
  'buyBack',
  'forwarderFactory',
  'treasury',
  'reserveRoots',
] as const;

export type ContractKey = (typeof contractKeys)[number];

/** Addresses by key; a contract that is not deployed has no entry (the app then shows `/pages/pres`). */
export type AddressMap = Partial<Record<ContractKey, Address>>;

/** Whether `value` is an address: 0x and 40 hex digits, any case (checksums are the wallet's business), not zero. */
export function isAddress(value: unknown): value is Address {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && !/^0x0{40}$/.test(value);
}

/**
 * Reads the JSON text of `chain.contracts`. Keys that this version does not know are left out, so that an older app
 * reads a newer map. Throws when the text is not a JSON object, or a known key holds something else than an address:
 * a wrong address must never be taken for a missing one.
 */
export function parseAddressMap(json: string): AddressMap {
  const found: unknown = JSON.parse(json);
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    throw new TypeError('The contract address map is not a JSON object');
  }
  const entries = new Map(Object.entries(found));
  const map: AddressMap = {};
  for (const key of contractKeys) {
    if (!entries.has(key)) continue;
    const value: unknown = entries.get(key);
    if (!isAddress(value)) throw new TypeError(`The contract address map has no valid address for "${key}"`);
    map[key] = value;
  }
  return map;
}
