import { looksLike, normaliseTarget } from '@openmere/core/transfer/rules.ts';
import { listMemberEntries } from '../ledger/entries.ts';
import type { ReadCtx } from '../platform/context.ts';
import { readTransferData, TRANSFER_KIND } from './record.ts';

/** How far back "paid before" looks: transfers of the sender, newest first. */
const LOOK_BACK = 200;

export type PaidBefore = {
  /** No transfer to this receiver within reach. */
  firstTime: boolean;
  /** Someone else paid before whose code or address can be taken for this one: masked name, and what was typed. */
  lookalike: { name: string; target: string } | null;
};

/** What the sender's own history says about a receiver, before the money goes (design/field.md §2.2). */
export async function findPaidBefore(
  ctx: ReadCtx,
  { senderId, receiver }: { senderId: string; receiver: { id: string; target: string } },
): Promise<PaidBefore> {
  const { tx } = ctx;
  const { entries } = await listMemberEntries(tx, {
    memberId: senderId,
    kinds: [TRANSFER_KIND],
    limit: LOOK_BACK,
  });
  const sent = entries
    .filter(({ actor }) => actor === `member:${senderId}`)
    .map(({ data }) => readTransferData(data));
  const firstTime = !sent.some(({ to }) => to === receiver.id);
  const alike = firstTime
    ? sent.find((past) => past.to !== receiver.id && looksLike(receiver.target, past.target))
    : undefined;
  return {
    firstTime,
    lookalike: alike ? { name: alike.toName, target: normaliseTarget(alike.target) } : null,
  };
}
