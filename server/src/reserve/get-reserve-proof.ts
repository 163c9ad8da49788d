import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { reserveProof } from '@openmere/core/reserve/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { dayText, nonceOf } from './make-proof.ts';
import { findLeaf, findNode, findProof, listProvedCoins } from './proof-store.ts';
import type { ProvedCoin } from './proof-store.ts';
import { neighboursOf } from './proof-tree.ts';
import { dayNumber } from './show-reserves.ts';

type Output = NonNullable<CallResult<typeof reserveProof>>;

/** Wallet/ReserveProof: nobody's leaf but one's own. Null when there is no proof of that day. */
export async function getReserveProof(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof reserveProof>,
): Promise<CallResult<typeof reserveProof>> {
  const { tx, actor } = ctx;
  const proof = await findProof(tx, input.day === undefined ? undefined : dayNumber(input.day));
  if (!proof) return null;
  const coins: Output['coins'] = [];
  for (const coin of await listProvedCoins(tx, proof.day)) {
    const own = await proofOf(tx, proof.day, coin, actor.id);
    if (own) coins.push(own);
  }
  return { day: dayText(proof.day), userid: actor.id, coins };
}

async function proofOf(
  tx: Tx,
  day: number,
  { coin, leaves }: ProvedCoin,
  memberId: string,
): Promise<Output['coins'][number] | undefined> {
  const leaf = await findLeaf(tx, { day, coin, memberId });
  if (!leaf) return undefined;
  const path: Output['coins'][number]['path'] = [];
  for (const { level, place, side } of neighboursOf(leaf.place, leaves)) {
    const node = await findNode(tx, { day, coin, level, place });
    assert(node, 'a finished day has all its nodes');
    path.push({ side, ...node });
  }
  return { coinid: coin, nonce: nonceOf(day, coin, memberId), amount: String(leaf.amount), path };
}
