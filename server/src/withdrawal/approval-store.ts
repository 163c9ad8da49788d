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

/** The operators that approved. Key withdrawal_approval_pkey. */
export async function listApprovers(tx: Tx, withdrawalId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('withdrawal_approval')
    .select('operator_id')
    .where('withdrawal_id', '=', withdrawalId)
    .where('decision', '=', 'approve')
    .execute();
  return rows.map((row) => row.operator_id);
}
