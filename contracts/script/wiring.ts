/** What a contract that was made before works with: read before it is kept. */
import {
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  isAddressEqual,
  parseAbi,
} from 'viem';
import type { Address } from 'viem';
import type { Deployer } from './deployer.ts';

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
