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
