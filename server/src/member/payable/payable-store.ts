import type { PayableType } from '@openmere/core/member/payable.ts';
import type { ColumnType, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';

type PayableTable = {
  id: string;
  member_id: string;
  kind: PayableType;
  sealed: string;
  account_key: string;
  made_at: ColumnType<Date, never, never>;
};
export type PayableRow = Selectable<PayableTable>;

declare module '../../platform/db/schema.ts' {
  interface Schema {
    payable: PayableTable;
  }
}

/** All of a member's, the newest first. Index payable_of_member. */
export async function listPayables(db: Db | Tx, memberId: string): Promise<PayableRow[]> {
  return db
    .selectFrom('payable')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute();
}

export async function insertPayable(
  tx: Tx,
  row: Pick<PayableRow, 'id' | 'member_id' | 'kind' | 'sealed' | 'account_key'>,
): Promise<PayableRow> {
  return tx.insertInto('payable').values(row).returningAll().executeTakeFirstOrThrow();
}

/** One of a member's own; nobody else's. */
export async function deletePayable(
  tx: Tx,
  { memberId, id }: { memberId: string; id: string },
): Promise<void> {
  await tx.deleteFrom('payable').where('id', '=', id).where('member_id', '=', memberId).execute();
}
