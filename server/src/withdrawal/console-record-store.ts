import type { Locale } from '@openmere/core/kit/language.ts';
import { approvalsNeeded } from '@openmere/core/withdrawal/state.ts';
import { listNicknames } from '../member/store.ts';
import type { Db } from '../platform/db/connect.ts';
import { findRecords } from './record-store.ts';
import type { ShownCheck, ShownRecord, ShownWait } from './record.ts';
import { RELEASES_NEEDED } from './release-store.ts';
import type { RiskResult } from './risk.ts';
import type { Withdrawal } from './tables.ts';

export type ShownApproval = {
  operator: string;
  decision: 'approve' | 'reject';
  reason: string;
  time: string;
};

export type ConsoleRecord = Omit<ShownRecord, 'checks' | 'waits'> & {
  checks: (ShownCheck & Pick<RiskResult, 'params'>)[];
  userid: string;
  nickname: string;
  score: number;
  approvals: ShownApproval[];
  approvalsneeded: number;
  releases: { operator: string; reason: string; time: string }[];
  releasesneeded: number;
  lock: { until: string | null } | null;
  /** The signer's own word, which members read in plain ones. */
  waits: string | null;
};

/** Records as operators see them: whose, the score, who decided what, and the inner reason. */
export async function findConsoleRecords(
  db: Db,
  rows: readonly Withdrawal[],
  locale: Locale,
): Promise<ConsoleRecord[]> {
  if (rows.length === 0) return [];
  const records = await findRecords(db, rows, locale);
  const approvals = await db
    .selectFrom('withdrawal_approval as a')
    .innerJoin('operator as o', 'o.id', 'a.operator_id')
    .select(['a.withdrawal_id', 'o.account', 'a.decision', 'a.reason', 'a.decided_at'])
    .where(
      'a.withdrawal_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('a.decided_at')
    .execute();
  const releases = await listReleases(db, rows);
  const nicknames = await listNicknames(
    db,
    rows.map((row) => row.member_id),
  );
  return records.flatMap((record, index) => {
    const row = rows[index];
    if (!row) return [];
    const own = approvals.filter(({ withdrawal_id }) => withdrawal_id === row.id);
    return [
      {
        ...record,
        checks: record.checks.map((check, at) => ({ ...check, params: row.checks[at]?.params ?? {} })),
        reason: row.reason,
        userid: row.member_id,
        nickname: nicknames.get(row.member_id) ?? '',
        score: row.score,
        approvals: own.map(({ account, decision, reason, decided_at }) => ({
          operator: account,
          decision,
          reason,
          time: decided_at.toISOString(),
        })),
        approvalsneeded: approvalsNeeded(row.decider),
        releases: releases
          .filter(({ withdrawal_id }) => withdrawal_id === row.id)
          .map(({ account, reason, decided_at }) => ({
            operator: account,
            reason,
            time: decided_at.toISOString(),
          })),
        releasesneeded: RELEASES_NEEDED,
        lock: showLock(record.waits),
        waits: row.blocked,
      },
    ];
  });
}

/** A lock is said before all else that a record waits for. */
function showLock(waits: ShownWait | null): ConsoleRecord['lock'] {
  return waits?.reason === 'lock' || waits?.reason === 'frozen' ? { until: waits.until } : null;
}

/** Who wants the money of these given back, in their order. */
async function listReleases(db: Db, rows: readonly Withdrawal[]) {
  return db
    .selectFrom('withdrawal_release as r')
    .innerJoin('operator as o', 'o.id', 'r.operator_id')
    .select(['r.withdrawal_id', 'o.account', 'r.reason', 'r.decided_at'])
    .where(
      'r.withdrawal_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('r.decided_at')
    .execute();
}

export async function findConsoleRecord(db: Db, row: Withdrawal, locale: Locale): Promise<ConsoleRecord> {
  const [record] = await findConsoleRecords(db, [row], locale);
  if (!record) throw new Error('one row makes one record');
  return record;
}
