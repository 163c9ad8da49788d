import type { Locale } from '@openmere/core/kit/language.ts';
import { approvalsNeeded } from '@openmere/core/withdrawal/state.ts';
import type { Db } from '../platform/db/connect.ts';
import { findRecords } from './record-store.ts';
import type { ShownRecord } from './record.ts';
import type { Withdrawal } from './tables.ts';

export type ShownApproval = {
  operator: string;
  decision: 'approve' | 'reject';
  reason: string;
  time: string;
};
export type ConsoleRecord = ShownRecord & {
  userid: string;
  nickname: string;
  score: number;
  approvals: ShownApproval[];
  approvalsneeded: number;
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
  const members = await db
    .selectFrom('member')
    .select(['id', 'nickname'])
    .where(
      'id',
      'in',
      rows.map((row) => row.member_id),
    )
    .execute();
  const nicknames = new Map(members.map(({ id, nickname }) => [id, nickname]));
  return records.flatMap((record, index) => {
    const row = rows[index];
    if (!row) return [];
    const own = approvals.filter(({ withdrawal_id }) => withdrawal_id === row.id);
    return [
      {
        ...record,
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
        waits: row.blocked,
      },
    ];
  });
}

export async function findConsoleRecord(db: Db, row: Withdrawal, locale: Locale): Promise<ConsoleRecord> {
  const [record] = await findConsoleRecords(db, [row], locale);
  if (!record) throw new Error('one row makes one record');
  return record;
}
