import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connect.ts';
import type { PaymentRow } from './tables.ts';

export async function findPayment(
  db: Db | Tx,
  { memberId, requestId }: { memberId: string; requestId: string },
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('order_payment')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

export async function insertPayment(tx: Tx, payment: PaymentRow): Promise<void> {
  await tx.insertInto('order_payment').values(payment).execute();
}

/** Payments that draw on what backs OBL take turns, until the transaction ends: what one was told is there, it gets. */
export async function lockMargin(tx: Tx, coinId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`mall-margin ${coinId}`}, 0))`.execute(tx);
}
