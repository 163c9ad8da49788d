import { nodeMedalMoved } from '@openmere/core/node/contract.ts';
import type { NodeType } from '@openmere/core/node/rules.ts';
import { findOwners } from '../member/store.ts';
import type { Hex } from '../platform/chain/log.ts';
import type { Tx } from '../platform/db/connect.ts';
import { toMembers } from '../platform/outbox.ts';

/** Tells whoever has it, and whoever had it. */
export async function announceMoved(
  tx: Tx,
  move: { to: Hex; before: Hex | undefined; tokenId: number; type: NodeType; hash: Hex },
): Promise<void> {
  const { to, before, tokenId: tokenid, type, hash } = move;
  const owners = await findOwners(tx, before ? [to, before] : [to]);
  const messages = [...owners].map(([address, memberId]) => ({
    memberId,
    data: { tokenid, type, hash, held: address === to },
  }));
  await toMembers(tx, nodeMedalMoved, messages);
}
