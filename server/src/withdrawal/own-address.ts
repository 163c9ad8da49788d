import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { findMemberByDepositAddress } from '../deposit/find.ts';
import type { Tx } from '../platform/db/connect.ts';

/** Whether an address (lowercased) is one of our contracts, tokens or deposit addresses: money sent there comes back or is lost. */
export async function isOwnAddress(tx: Tx, address: string, contracts: AddressMap): Promise<boolean> {
  if (Object.values(contracts).some((known) => known.toLowerCase() === address)) return true;
  return (await findMemberByDepositAddress(tx, address)) !== undefined;
}
