import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Tx } from '../../platform/db/connect.ts';
import type { AgreementAcceptanceTable } from '../store.ts';

export async function insertAcceptance(
  tx: Tx,
  acceptance: Insertable<AgreementAcceptanceTable>,
): Promise<void> {
  await tx.insertInto('agreement_acceptance').values(acceptance).execute();
}

/** Everything that a member ever accepted, each as a list of versions. */
export async function listAccepted(tx: Tx, memberId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('agreement_acceptance')
    .select('accepted')
    .where('member_id', '=', memberId)
    .execute();
  return rows.map(({ accepted }) => accepted);
}

/** When one of these accounts first accepted a risk disclosure, in whatever version. Index agreement_acceptance_by_member. */
export async function firstRiskAcceptance(tx: Tx, memberIds: readonly string[]): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('agreement_acceptance')
    .select('at')
    .where('member_id', 'in', memberIds)
    .where(sql<boolean>`accepted ~ '(^|,)risk-'`)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}
