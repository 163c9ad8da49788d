import type { Address } from './addresses.ts';

/** What a payer signs (EIP-712) so that the treasury's USDT may buy OPEN until `deadline` (Unix seconds). */
export const buyBackOrderTypes = {
  Order: [
    { name: 'id', type: 'bytes32' },
    { name: 'usdtIn', type: 'uint256' },
    { name: 'minOpenOut', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const;

/** The EIP-712 domain of the contract `BuyBack` at `buyBack` on the chain `chainId`. */
export const buyBackDomain = (chainId: number, buyBack: Address) =>
  ({ name: 'Openmere BuyBack', version: '1', chainId, verifyingContract: buyBack }) as const;
