import type { Address } from './addresses.ts';

/** What a signer signs (EIP-712) so that `buyer` may buy a gold medal until `deadline` (Unix seconds). */
export const medalPermitTypes = {
  Permit: [
    { name: 'tokenType', type: 'uint8' },
    { name: 'buyer', type: 'address' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** The EIP-712 domain of the contract `Medal` at `medal` on the chain `chainId`. */
export const medalDomain = (chainId: number, medal: Address) =>
  ({ name: 'Openmere Medal', version: '1', chainId, verifyingContract: medal }) as const;
