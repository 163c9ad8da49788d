/** What a contract that was made before works with, and who may mint a dollar: read before it is kept. */
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  isAddressEqual,
  keccak256,
  parseAbi,
  toHex,
} from 'viem';
import type { Address } from 'viem';
import type { Deployer } from './deployer.ts';

export const minterRole = keccak256(toHex('MINTER_ROLE'));
const roleAbi = parseAbi(['function hasRole(bytes32 role, address account) view returns (bool)']);

/**
 * Whether each getter of the contract at `known` answers the wanted address. A contract that has no such getter does not
 * (a record of an earlier run may name an address that holds something else by now); a node that fails throws.
 */
export async function isWired(
  deployer: Deployer,
  known: Address,
  wanted: Readonly<Record<string, Address>>,
): Promise<boolean> {
  for (const [getter, address] of Object.entries(wanted)) {
    const abi = parseAbi([`function ${getter}() view returns (address)`]);
    try {
      const found = await deployer.client.readContract({ address: known, abi, functionName: getter });
      if (!isAddressEqual(found as Address, address)) return false;
    } catch (error) {
      const silent = (cause: unknown) =>
        cause instanceof ContractFunctionZeroDataError || cause instanceof ContractFunctionRevertedError;
      if (error instanceof BaseError && error.walk(silent) !== null) return false;
      throw error;
    }
  }
  return true;
}

/** Whether `minter` may mint the dollar `dollar`. */
export function mayMint(deployer: Deployer, dollar: Address, minter: Address): Promise<boolean> {
  const args = [minterRole, minter] as const;
  return deployer.client.readContract({ address: dollar, abi: roleAbi, functionName: 'hasRole', args });
}
