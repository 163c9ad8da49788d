import type { CallResult } from '@openmere/core/kit/call.ts';
import { assert } from '@openmere/core/kit/fault.ts';
import type { adminLedgerVerifyWhole } from '@openmere/core/operator/contract.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx, ReadCtx } from '../platform/context.ts';
import { askForRun, findEndedRun, findLastRun } from '../reserve/verification-run-store.ts';
import type { VerificationRun } from '../reserve/verification-run-store.ts';
import { recordAudit } from './audit-store.ts';

type Shown = CallResult<typeof adminLedgerVerifyWhole>;

const FINDINGS_SHOWN = 20;

/** Admin/LedgerVerifyWhole: asks the settler for it; whoever asks while one is under way is told of that one. */
export async function askForVerification(ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>): Promise<Shown> {
  const { tx, actor } = ctx;
  const isNew = await askForRun(tx, actor.account);
  const run = await findLastRun(tx);
  assert(run, 'what was asked for is there');
  if (isNew) {
    await recordAudit(tx, actor, {
      action: 'ledger.verify',
      subject: 'journal',
      detail: { run: String(run.id) },
    });
  }
  return showRun(run);
}

/** For health: the run that is under way, and the last one that ended. */
export async function showVerifications(
  ctx: ReadCtx,
): Promise<{ wholeunderway: Shown | null; wholeended: Shown | null }> {
  const { tx } = ctx;
  const last = await findLastRun(tx);
  const ended = await findEndedRun(tx);
  return {
    wholeunderway: last && !last.endedAt ? showRun(last) : null,
    wholeended: ended ? showRun(ended) : null,
  };
}

function showRun({
  askedBy,
  askedAt,
  startedAt,
  endedAt,
  percent,
  rows,
  findings,
  findingCount,
}: VerificationRun): Shown {
  return {
    askedby: askedBy,
    asked: askedAt.toISOString(),
    started: startedAt?.toISOString() ?? null,
    ended: endedAt?.toISOString() ?? null,
    percent,
    rows: Number(rows),
    findings: findings.slice(0, FINDINGS_SHOWN),
    found: findingCount,
  };
}
