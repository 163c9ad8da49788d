import type { Insertable, Selectable } from 'kysely';
import type { Tx } from '../../platform/db/connect.ts';

export type SubAccountTable = {
  member_id: string;
  main_id: string;
  request_id: string;
  request_hash: string;
  created_at: Date;
};

declare module '../../platform/db/schema.ts' {
  interface Schema {
    sub_account: SubAccountTable;
  }
}

/** The sub-account that a request made, if it did. */
export async function findOfRequest(
  tx: Tx,
  { mainId, requestId }: { mainId: string; requestId: string },
): Promise<Selectable<SubAccountTable> | undefined> {
  return tx
    .selectFrom('sub_account')
    .selectAll()
    .where('main_id', '=', mainId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

export async function insertSubAccount(tx: Tx, row: Insertable<SubAccountTable>): Promise<void> {
  await tx.insertInto('sub_account').values(row).execute();
}
