import type { CallResult } from '@openmere/core/kit/call.ts';
import type { nodeAllow } from '@openmere/core/node/contract.ts';
import { findMember } from '../member/store.ts';
import type { MemberActor } from '../platform/actor.ts';
import { businessNow } from '../platform/business-clock.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Ctx } from '../platform/context.ts';
import { readSettings } from '../setting/read.ts';
import type { NodeDeps } from './list-types.ts';
import { findPermit } from './permit-store.ts';

/** Node/Allow: whether one's bound wallet may subscribe a gold node, and with which permit. */
export async function getAllow(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'> & NodeDeps,
): Promise<CallResult<typeof nodeAllow>> {
  const { tx, actor, chainId } = ctx;
  const { medal } = (await readSettings(tx)).chainContracts;
  const address = ((await findMember(tx, actor.id))?.walletAddress ?? null) as Hex | null;
  const common = { address, chainid: chainId, contract: medal ?? null };
  const without = { ...common, deadline: null, signature: null };
  if (address === null) return { ...without, state: 'nowallet' };
  const contract = medal?.toLowerCase() as Hex | undefined;
  const now = await businessNow(tx);
  const permit = contract && (await findPermit(tx, { chainId, contract, address, now }));
  if (!permit) return { ...without, state: 'none' };
  const deadline = permit.deadline.toISOString();
  if (permit.deadline < now) return { ...without, deadline, state: 'expired' };
  const { signature } = permit;
  return { ...common, deadline, signature, state: signature === null ? 'listed' : 'signed' };
}
