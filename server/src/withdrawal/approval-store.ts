import type { Tx } from '../platform/db/connect.ts';
import type { WithdrawalApprovalTable } from './tables.ts';

/** What this operator decided before. */
export async function findDecision(
  tx: Tx,
  { withdrawalId, operatorId }: { withdrawalId: string; operatorId: string },
): Promise<WithdrawalApprovalTable['decision'] | undefined> {
  const before = await tx
    .selectFrom('withdrawal_approval')
    .select('decision')
    .where('withdrawal_id', '=', withdrawalId)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();
  return before?.decision;
}

export async function insertDecision(
  tx: Tx,
  decision: Pick<WithdrawalApprovalTable, 'withdrawal_id' | 'operator_id' | 'decision' | 'reason'>,
): Promise<void> {
  await tx.insertInto('withdrawal_approval').values(decision).execute();
}
