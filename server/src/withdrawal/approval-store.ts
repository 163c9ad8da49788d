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

/** Different operators that approved and have access today: who lost it is none of two any more. Key withdrawal_approval_pkey. */
export async function countValidApprovals(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .selectFrom('withdrawal_approval as a')
    .innerJoin('operator as o', 'o.id', 'a.operator_id')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('a.withdrawal_id', '=', id)
    .where('a.decision', '=', 'approve')
    .where('o.disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
