import { setHalt } from '../ledger/halt.ts';
import { askWith } from '../ledger/journal.ts';
import type { Finding } from '../ledger/tally.ts';
import { beginVerification, finishVerification, verifyStep } from '../ledger/verify-in-steps.ts';
import type { Progress } from '../ledger/verify-in-steps.ts';
import { verifyRecent } from '../ledger/verify-recent.ts';
import type { Ctx, DbCtx } from '../platform/context.ts';
import { inTransaction } from '../platform/db/connect.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Log } from '../platform/log.ts';
import {
  askForRun,
  endRun,
  findEndedRun,
  findLastRun,
  inSnapshot,
  keptAccounts,
  startRun,
  writeProgress,
} from './verification-run-store.ts';
import type { VerificationRun } from './verification-run-store.ts';
import { readVerification, writeRecent } from './verification-store.ts';

const FINDINGS_SHOWN = 5;
const FINDINGS_KEPT = 100;
/** Accounts that each verification of what is new looks at besides: a million have their turn within a few hours. */
const ACCOUNTS_EACH = 50_000;
/** The whole is recomputed when little else happens (UTC), once a night; without a night (never, or too long ago) at once. */
const NIGHT = { from: 2, to: 5 };
const HOUR_MS = 3_600_000;
const WHOLE_AGAIN_MS = 20 * HOUR_MS;
const WHOLE_LATE_MS = 30 * HOUR_MS;

/**
 * Proves what was posted since the last proved hash, and that nothing before it has changed (I02, I03, I05); costs as much as
 * there is new. A finding halts payouts and throws, so that the job counts as failed and `ledgerverified` on the health page
 * stays at the last good time; the proof then begins at the same place again.
 */
export async function verifyLedger(ctx: DbCtx & { log?: Log | undefined }): Promise<void> {
  const { db, log } = ctx;
  const { lanes, accountAfter } = await readVerification(db);
  const result = await verifyRecent(db, lanes, { after: accountAfter, limit: ACCOUNTS_EACH });
  if (result.findings.length > 0) {
    const sentences = result.findings.map(sentence);
    const reason = describe(sentences);
    log?.fatal({ reason }, 'ALARM ledger broken, payouts are halted');
    await inTransaction(db, (tx) => halt(tx, sentences));
    throw new Error(reason);
  }
  await writeRecent(db, { lanes: result.checkpoint, accountAfter: result.accountAfter });
  log?.info({ batches: result.batches }, 'ledger verified');
}

/**
 * Recomputes every balance and every link of the hash chain from the first row on (I01–I05), once a night and when an operator
 * asked for it. In steps, each kept with the place after it: whoever is ended in the middle goes on there. The first finding
 * halts payouts, and it goes on to find the others. @returns `stopped` when the signal ended it before the end.
 */
export async function verifyWholeLedger(
  ctx: DbCtx & Pick<Ctx, 'now'> & WholeOptions,
): Promise<'verified' | 'broken' | 'notdue' | 'stopped'> {
  const { db, now, log, signal } = ctx;
  const run = await findOpenRun(db, now);
  if (!run) return 'notdue';
  let at: Stand = {
    progress: run.progress ?? (await begin(db, run)),
    found: run.findings,
    count: run.findingCount,
  };
  for (;;) {
    if (signal?.aborted) return 'stopped';
    const { next, fresh } = await takeStep(db, run, at, ctx.batchesPerStep);
    if (fresh > 0) log?.fatal({ findings: next.found }, 'ALARM ledger broken, payouts are halted');
    at = next;
    if (next.isEnded) break;
  }
  log?.info({ findings: at.count, askedBy: run.askedBy }, 'the whole ledger was recomputed');
  return at.count === 0 ? 'verified' : 'broken';
}

type WholeOptions = { log?: Log | undefined; signal?: AbortSignal | undefined; batchesPerStep?: number };
type Stand = { progress: Progress; found: readonly string[]; count: number };

/** One step with everything that comes of it, in one transaction: whoever is ended in it has not begun it. */
function takeStep(
  db: Db,
  run: VerificationRun,
  { progress, found, count }: Stand,
  batches: number | undefined,
): Promise<{ next: Stand & { isEnded: boolean }; fresh: number }> {
  return inSnapshot(db, async (tx) => {
    const fresh: string[] = [];
    const report = (finding: Finding): void => void fresh.push(sentence(finding));
    const [ask, kept] = [askWith(tx), keptAccounts(tx)];
    const after = await verifyStep(ask, progress, kept, report, batches);
    const ended = after ? undefined : await finishVerification(ask, progress, kept, report);
    const all = {
      findings: [...found, ...fresh].slice(0, FINDINGS_KEPT),
      findingCount: count + fresh.length,
    };
    if (after) await writeProgress(tx, run.id, after, all);
    if (ended) await endRun(tx, run.id, ended, all);
    if (fresh.length > 0) await halt(tx, all.findings);
    const next = {
      progress: after ?? progress,
      found: all.findings,
      count: all.findingCount,
      isEnded: after === undefined,
    };
    return { next, fresh: fresh.length };
  });
}

/** The run that is under way, or asked for; a new one when it is due. */
async function findOpenRun(db: Db, now: Date): Promise<VerificationRun | undefined> {
  const last = await findLastRun(db);
  if (last && !last.endedAt) return last;
  const { wholeAt } = await readVerification(db);
  const endedAt = (await findEndedRun(db))?.endedAt ?? null;
  const before = wholeAt && endedAt ? (wholeAt > endedAt ? wholeAt : endedAt) : (wholeAt ?? endedAt);
  if (!isWholeDue(before, now)) return undefined;
  await askForRun(db, null);
  const asked = await findLastRun(db);
  return asked?.endedAt ? undefined : asked;
}

async function begin(db: Db, run: VerificationRun): Promise<Progress> {
  return inSnapshot(db, async (tx) => {
    const progress = await beginVerification(askWith(tx));
    await startRun(tx, run.id, progress);
    return progress;
  });
}

function isWholeDue(before: Date | null, now: Date): boolean {
  if (before === null) return true;
  const age = now.getTime() - before.getTime();
  const hour = now.getUTCHours();
  return age > WHOLE_LATE_MS || (age > WHOLE_AGAIN_MS && hour >= NIGHT.from && hour < NIGHT.to);
}

function sentence({ invariant, what }: Finding): string {
  return `${invariant} ${what}`;
}

function describe(findings: readonly string[]): string {
  return `the ledger does not agree with its journal: ${findings.slice(0, FINDINGS_SHOWN).join('; ')}`;
}

/** A sentence begins with the invariant that it is about. */
function halt(tx: Tx, findings: readonly string[]): Promise<void> {
  const invariants = [...new Set(findings.map((one) => one.split(' ', 1)[0] ?? ''))].join(', ');
  const detail = findings.slice(0, FINDINGS_SHOWN).join('; ');
  return setHalt(tx, { kind: 'ledger', subject: 'journal', facts: { invariants, detail } });
}
