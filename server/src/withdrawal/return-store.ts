import { randomUUID } from 'node:crypto';
import type { ShownDeposit } from '../deposit/store.ts';
import type { Tx } from '../platform/db/connect.ts';
import type { Withdrawal } from './tables.ts';

export type NewReturn = {
  id: string;
  payoutId: string;
  deposit: ShownDeposit;
  family: string;
  address: string;
  fee: bigint;
  /** The two operators. */
  approvals: readonly string[];
  reason: string;
};

/** The payout that gives a deposit back, under review, with the approvals of both. The minimum of withdrawals is none of its. */
export async function insertReturn(tx: Tx, made: NewReturn): Promise<Withdrawal> {
  const { id, deposit } = made;
  const row = await tx
    .insertInto('withdrawal')
    .values({
      id,
      payout_id: made.payoutId,
      member_id: deposit.member_id,
      family_id: made.family,
      request_id: randomUUID(),
      coin_id: deposit.coin_id,
      chain_id: deposit.chain_id,
      amount: deposit.amount,
      fee: made.fee,
      received: deposit.amount - made.fee,
      minimum: 1n,
      multiple: 1n,
      address: made.address,
      decider: 'twooperators',
      score: 0,
      checks: '[]',
      deposit_id: deposit.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const operator_id of made.approvals) {
    await tx
      .insertInto('withdrawal_approval')
      .values({ withdrawal_id: id, operator_id, decision: 'approve', reason: made.reason })
      .execute();
  }
  return row;
}
