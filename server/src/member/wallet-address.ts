import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { Ctx } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { findActivation } from './activation-store.ts';
import { findMember } from './store.ts';

/** Whether an address is one of the house's: a deposit address, a key of ours. Contracts of the address map are known here. */
export type IsOurAddress = (db: Db, address: string) => Promise<boolean>;
/** What was gathered, as a use case is given it. */
export type OurAddress = { isOurAddress: IsOurAddress };
/** Asks the chain about an address, before the transaction in which the answer decides. */
export type GatherOurAddress = (address: string) => Promise<IsOurAddress>;

/** Addresses where money is lost: zero, the precompiled contracts, and the usual places to burn tokens. */
const LOST_PLACES = /^0x(0{36}[0-9a-f]{4}|0{36}dead|dead0{36}|f{40}|0{38}de|e{40})$|^0x0{0,35}dead(beef)?$/;

/**
 * May this be a member's wallet, for ever (T11)? Refuses `member.badwallet` for addresses where money is lost, for the
 * contracts of the address map (a deposit back to ourselves), and for our own addresses.
 */
export async function checkWalletAddress(ctx: Pick<Ctx, 'tx'> & OurAddress, address: string): Promise<void> {
  const { tx, isOurAddress } = ctx;
  const lower = address.toLowerCase();
  const { chainContracts } = await readSettings(tx);
  const isContract = Object.values(chainContracts).some((contract) => contract.toLowerCase() === lower);
  if (LOST_PLACES.test(lower) || isContract || (await isOurAddress(tx, lower)))
    throw new Refusal('member.badwallet');
}

/**
 * A wallet that was activated on chain stands there under one inviter for ever. Refuses `member.otherinviter` where that is not
 * the one of the registration, before the wallet is bound and any gas is paid: the member takes another wallet.
 */
export async function checkChainInviter(
  { tx }: Pick<Ctx, 'tx'>,
  { address, inviterId }: { address: string; inviterId: string | null },
): Promise<void> {
  const onChain = await findActivation(tx, address.toLowerCase());
  if (!onChain) return;
  const inviter = inviterId === null ? undefined : await findMember(tx, inviterId);
  if (onChain.inviter_address !== inviter?.walletAddress) throw new Refusal('member.otherinviter');
}
