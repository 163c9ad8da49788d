import { looksLike, normaliseTarget } from '@openmere/core/transfer/rules.ts';
import { listMemberEntries } from '../ledger/entries.ts';
import type { ReadCtx } from '../platform/context.ts';
import { readTransferData, TRANSFER_KIND } from './record.ts';

/** How far back "paid before" looks: so many transfers that the sender sent, newest first, and so many pages of all at most. */
const LOOK_BACK = 200;
const PAGES_MAX = 10;

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
  const sent = await listSent(tx, senderId);
  const firstTime = !sent.some(({ to }) => to === receiver.id);
  const alike = firstTime
    ? sent.find((past) => past.to !== receiver.id && looksLike(receiver.target, past.target))
    : undefined;
  return {
    firstTime,
    lookalike: alike ? { name: alike.toName, target: normaliseTarget(alike.target) } : null,
  };
}

/** Whether a transfer that was sent was the first to its receiver: of several at once that is one. */
export async function isFirstPayment(
  ctx: ReadCtx,
  { senderId, reference }: { senderId: string; reference: string },
): Promise<boolean> {
  const sent = await listSent(ctx.tx, senderId);
  const at = sent.findIndex((one) => one.reference === reference);
  return at >= 0 && !sent.slice(at + 1).some(({ to }) => to === sent[at]?.to);
}

type Sent = ReturnType<typeof readTransferData> & { reference: string };

/** Whoever is paid a lot does not forget therefore whom they paid. */
async function listSent(tx: ReadCtx['tx'], senderId: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX && sent.length < LOOK_BACK; page += 1) {
    const read = await listMemberEntries(tx, {
      memberId: senderId,
      kinds: [TRANSFER_KIND],
      limit: LOOK_BACK,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { actor, data, reference } of read.entries)
      if (actor === `member:${senderId}`) sent.push({ ...readTransferData(data), reference });
    cursor = read.cursor;
    if (cursor === undefined) break;
  }
  return sent;
}
