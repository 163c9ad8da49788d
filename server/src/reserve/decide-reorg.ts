import { Refusal } from '@openmere/core/kit/refusal.ts';
import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import { findLatestFork, listOrphans, markBooked, signFork } from '../platform/chain/fork-store.ts';
import type { Fork, Orphan } from '../platform/chain/fork-store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findLoss } from './losses.ts';
import type { LossDeps } from './losses.ts';
import { isLostPayout, isReread, isUnbooked, isUnsent } from './show-reorg.ts';

/** The two people of a change, and what it posts through (operator/change.ts; given in app/routes.ts). */
export type ReorgContext = {
  tx: Tx;
  now: Date;
  maker: { id: string; account: string };
  checker: { id: string; account: string };
  post: (entry: JournalEntry) => Promise<unknown>;
};
export const reorgSteps = ['rollback', 'resend', 'again', 'book'] as const;
export type ReorgStep = (typeof reorgSteps)[number];
type ReorgEffect = { changes: { what: string; before: string; after: string }[]; members: string[] };

/**
 * A step of the way out that two operators agreed on (rulebook §5). `rollback` lets the indexer go back to the common block; `resend`
 * lets the settler send payouts of ours again that are gone; `again` lets the signer sign those anew whose nonce is proved to be used by
 * another transaction; `book` posts each loss to suspense, and takes back those whose log came again. Refusals in order: noreorg,
 * toodeep, notread.
 */
export async function takeReorgStep(ctx: ReorgContext & LossDeps, step: ReorgStep): Promise<ReorgEffect> {
  const { tx, maker, checker } = ctx;
  const fork = await findLatestFork(tx, ctx.chainId, true);
  if (!fork) throw new Refusal('reserve.noreorg');
  const orphans = await listOrphans(tx, ctx.chainId);
  await checkStep(ctx, { fork, orphans, step });
  if (step === 'again') return askAgain(ctx, orphans);
  const name = stepNames[step];
  const members = step === 'book' ? await bookAll(ctx, orphans) : [];
  await signFork(tx, fork, `${name}_proposed_by`, maker.account);
  await signFork(tx, fork, `${name}_approved_by`, checker.account);
  const [before, after] = [`block ${fork.cursorNumber}`, `block ${fork.commonNumber}`];
  const changes =
    step === 'rollback'
      ? [{ what: 'cursor', before, after }]
      : step === 'resend'
        ? orphans.filter(isUnsent).map(({ txHash: what }) => ({ what, before: 'gone', after: 'sent again' }))
        : orphans.filter(isUnbooked).map((orphan) => ({
            what: orphan.txHash,
            before: orphan.handler,
            after: orphan.returnedBlock === null ? 'booked' : 'back',
          }));
  return { changes, members };
}

/** Which payout, and the transaction that used its nonce: that is what both operators see. */
async function askAgain(ctx: ReorgContext & LossDeps, orphans: readonly Orphan[]): Promise<ReorgEffect> {
  const { tx, maker, checker, again } = ctx;
  const changes: ReorgEffect['changes'] = [];
  for (const { txHash } of orphans.filter(isLostPayout)) {
    const found = await again.find(tx, txHash);
    if (found?.kind !== 'proved') continue;
    await again.ask(tx, found.id, found.takenBy, { maker: maker.id, checker: checker.id });
    changes.push({ what: found.id, before: found.takenBy, after: 'signedagain' });
  }
  if (changes.length === 0) throw new Refusal('reserve.noreorg');
  return { changes, members: [] };
}

const stepNames = { rollback: 'rollback', resend: 'resend', book: 'booking' } as const;

async function checkStep(
  ctx: Pick<Ctx, 'tx'> & LossDeps,
  { fork, orphans, step }: { fork: Fork; orphans: readonly Orphan[]; step: ReorgStep },
): Promise<void> {
  const { tx } = ctx;
  if (step === 'rollback') {
    if (fork.endedAt || fork.rollbackApprovedBy) throw new Refusal('reserve.noreorg');
    if (fork.commonNumber === null) throw new Refusal('reserve.toodeep');
    return;
  }
  if (step === 'resend' && !orphans.some(isUnsent)) throw new Refusal('reserve.noreorg');
  if (fork.endedAt && !orphans.some(isUnbooked)) throw new Refusal('reserve.noreorg');
  const cursor = (await findChainState(tx, ctx.chainId))?.number ?? null;
  if (!isReread(fork, cursor)) throw new Refusal('reserve.notread');
}

/** @returns whose money it was. */
async function bookAll(ctx: ReorgContext & LossDeps, orphans: readonly Orphan[]): Promise<string[]> {
  const { tx, now, checker, post } = ctx;
  const members: string[] = [];
  const unbooked = orphans.filter(isUnbooked);
  for (const orphan of unbooked) {
    const loss = await findLoss(ctx, orphan);
    const isGone = orphan.returnedBlock === null;
    if (loss) {
      const { parts, coin: asset, memberId } = loss;
      if (memberId !== null) members.push(memberId);
      const place = `${orphan.forkId}:${orphan.handler}:${orphan.txHash}:${orphan.logIndex}`;
      await post({
        key: `reorg:${place}:${isGone ? 'gone' : 'back'}:${now.toISOString()}`,
        kind: isGone ? 'reorg-loss' : 'reorg-back',
        reference: orphan.txHash,
        actor: `operator:${checker.id}`,
        data: { block: Number(orphan.blockNumber), handler: orphan.handler },
        postings: parts.map(({ source, destination, amount }) => ({
          ...(isGone ? { source, destination } : { source: destination, destination: source }),
          asset,
          amount,
        })),
      });
    }
  }
  await markBooked(tx, ctx.chainId, unbooked);
  return members;
}
