import type { AddressMap } from '@openmere/core/chain/addresses.ts';
import type { Refusal } from '@openmere/core/kit/refusal.ts';
import { checkDestination } from '@openmere/core/withdrawal/rules.ts';
import { findMemberByDepositAddress } from '../deposit/address-store.ts';
import type { Ctx } from '../platform/context.ts';

/**
 * Refuses an address (lowercased) that nothing may be paid to: nobody's, or one of our contracts, tokens or deposit addresses, where money
 * comes back or is lost.
 */
export async function checkPayable(
  ctx: Pick<Ctx, 'tx'>,
  { address, contracts }: { address: string; contracts: AddressMap },
): Promise<Refusal | undefined> {
  const { tx } = ctx;
  const isOwn =
    Object.values(contracts).some((known) => known.toLowerCase() === address) ||
    (await findMemberByDepositAddress(tx, address)) !== undefined;
  return checkDestination(address, { has: () => isOwn });
}
