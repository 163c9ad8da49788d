import type { CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { adminReorg, ReorgStage } from '@openmere/core/reserve/contract.ts';
import { listNicknames } from '../member/store.ts';
import { findChainState } from '../platform/chain/cursor-store.ts';
import { findLatestFork, listOrphans } from '../platform/chain/fork-store.ts';
import type { Fork, Orphan } from '../platform/chain/fork-store.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findLoss, hasMoney } from './losses.ts';
import type { LossDeps } from './losses.ts';

/** Admin/Reorg: how far the way out of a changed final block has been gone, and what is gone with it. */
export async function showReorg(ctx: Pick<Ctx, 'tx'> & LossDeps): Promise<CallResult<typeof adminReorg>> {
  const { tx } = ctx;
  const fork = await findLatestFork(tx, ctx.chainId);
  const cursor = (await findChainState(tx, ctx.chainId))?.number ?? null;
  // Before the new blocks are read, nothing can be said to be gone.
  const isRead = fork !== undefined && isReread(fork, cursor);
  const orphans = isRead ? await listOrphans(tx, ctx.chainId) : [];
  const stage = stageOf(fork, cursor, orphans);
  const isOpen = stage !== 'none' && fork !== undefined;
  const rows = [];
  for (const orphan of firstOf(orphans)) rows.push(await rowOf(ctx, orphan));
  return {
    stage,
    foundat: isOpen ? fork.foundAt.toISOString() : null,
    block: isOpen ? Number(fork.cursorNumber) : null,
    common: isOpen && fork.commonNumber !== null ? Number(fork.commonNumber) : null,
    cursor: cursor === null ? null : Number(cursor),
    resend: resendOf(isOpen ? fork : undefined, orphans),
    rows: await nameMembers(tx, rows),
  };
}

/** So many are shown; the steps look at all. */
const SHOWN = 1000;

/** What is still to be booked comes first, and of that what money hangs on: what is left out has none, or is done. */
function firstOf(orphans: readonly Orphan[]): Orphan[] {
  const rankOf = (orphan: Orphan): number =>
    (isUnbooked(orphan) || orphan.replacedBlock !== null ? 0 : 2) + (hasMoney(orphan) ? 0 : 1);
  return orphans.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, SHOWN);
}

/** Whether everything up to where the old blocks were applied has been read anew. */
export function isReread(fork: Fork, cursor: bigint | null): boolean {
  return fork.measuredAt !== null && cursor !== null && cursor >= fork.cursorNumber;
}

function stageOf(fork: Fork | undefined, cursor: bigint | null, orphans: readonly Orphan[]): ReorgStage {
  if (!fork) return 'none';
  // After the end only what came again late is left to be booked.
  if (fork.endedAt) return orphans.some(isUnbooked) ? 'booking' : 'none';
  if (fork.commonNumber === null) return 'toodeep';
  if (!fork.rollbackApprovedBy) return 'found';
  if (!fork.rolledBackAt) return 'rollingback';
  return isReread(fork, cursor) ? 'booking' : 'reading';
}

/** Whether suspense does not say what the chain says of it. */
export function isUnbooked({ returnedBlock, booked }: Orphan): boolean {
  return (returnedBlock === null) !== booked;
}

/** A payment of ours that is not on the chain any more: its member has not been paid. */
export function isLostPayout({ handler, returnedBlock }: Orphan): boolean {
  return handler === 'withdrawal-paid' && returnedBlock === null;
}

/** One that nobody agreed to send again since it was lost. */
export function isUnsent(orphan: Orphan): boolean {
  return isLostPayout(orphan) && !orphan.resent;
}

function resendOf(
  fork: Fork | undefined,
  orphans: readonly Orphan[],
): CallResult<typeof adminReorg>['resend'] {
  if (!fork || !orphans.some(isLostPayout)) return 'none';
  return orphans.some(isUnsent) ? 'open' : 'sending';
}

type Row = CallResult<typeof adminReorg>['rows'][number];

async function nameMembers(tx: Tx, rows: readonly Omit<Row, 'nickname'>[]): Promise<Row[]> {
  const nicknames = await listNicknames(
    tx,
    rows.flatMap(({ userid }) => userid ?? []),
  );
  return rows.map((row) => ({ ...row, nickname: nicknames.get(row.userid ?? '') ?? null }));
}

async function rowOf(ctx: Pick<Ctx, 'tx'> & LossDeps, orphan: Orphan): Promise<Omit<Row, 'nickname'>> {
  const loss = await findLoss(ctx, orphan);
  return {
    kind: orphan.handler,
    hash: orphan.txHash,
    block: Number(orphan.blockNumber),
    userid: loss?.memberId ?? null,
    coinid: loss?.coin ?? null,
    amount: loss ? formatAmount(loss.amount) : null,
    direction: loss?.direction ?? null,
    again: isLostPayout(orphan) ? ((await ctx.again.find(ctx.tx, orphan.txHash))?.kind ?? null) : null,
    state: orphan.returnedBlock !== null ? 'back' : orphan.booked ? 'booked' : 'gone',
    replaced: orphan.replacedBlock === null ? null : Number(orphan.replacedBlock),
  };
}
