import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import { findMemberByDepositAddress } from '../deposit/address-store.ts';
import type { Ctx } from '../platform/context.ts';

/** Whether an address (lowercased) is one of our contracts, tokens or deposit addresses: money sent there comes back or is lost. */
export async function isOwnAddress(
  ctx: Pick<Ctx, 'tx'>,
  { address, contracts }: { address: string; contracts: AddressMap },
): Promise<boolean> {
  const { tx } = ctx;
  if (Object.values(contracts).some((known) => known.toLowerCase() === address)) return true;
  return (await findMemberByDepositAddress(tx, address)) !== undefined;
}
