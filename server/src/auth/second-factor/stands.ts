import { findMember } from '../../member/store.ts';
import type { Ctx } from '../../platform/context.ts';
import { findFreeze } from '../freeze-store.ts';
import { outweighsFactor } from '../older-proof.ts';
import { findTotp } from './factor-store.ts';
import type { FactorReset } from './reset-store.ts';

/**
 * Whether the account is frozen, and a wallet asked that is older than the factor: whoever reads the mailbox may have set it, and would
 * end each request of the owner by it (decision 0309). Two operators decide as always.
 */
export async function standsAgainstFactor(
  { tx }: Pick<Ctx, 'tx'>,
  reset: Pick<FactorReset, 'member_id' | 'proof'>,
): Promise<boolean> {
  if (reset.proof !== 'wallet') return false;
  const freeze = await findFreeze(tx, reset.member_id);
  const factor = await findTotp(tx, reset.member_id);
  const member = await findMember(tx, reset.member_id);
  return freeze !== undefined && factor !== undefined && member !== undefined
    ? outweighsFactor(member, freeze, factor)
    : false;
}
