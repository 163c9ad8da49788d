import type { WithdrawalStatus } from '@openmere/core/withdrawal/state.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';
import type { Withdrawal } from './tables.ts';

export type ConsoleQuery = {
  status: WithdrawalStatus | 'waiting' | undefined;
  search: ['id' | 'paid_tx' | 'member_id', string] | undefined;
  /** Score and id of the last row before. */
  after: { score: number; id: string } | undefined;
  limit: number;
};

/**
 * What a person is to decide: under review and not passed by the rules, failed with its money still held, or approved where the
 * signer asks for one more approval or an operator proposed to give it back.
 */
export const WAITS_FOR_PEOPLE = sql<boolean>`(
  (withdrawal.status = 'reviewing' and withdrawal.decider <> 'none')
  or (withdrawal.status = 'failed' and withdrawal.released_at is null)
  or (withdrawal.status = 'approved' and (withdrawal.blocked = 'approvals'
    or exists (select from withdrawal_release r where r.withdrawal_id = withdrawal.id))))`;

/**
 * The queue (`waiting`, or `reviewing` alone) riskiest first, then oldest (index withdrawal_queue); all else newest first (index
 * withdrawal_by_status; with a search withdrawal_pkey, withdrawal_paid_tx, withdrawal_of_member).
 */
export async function listForOperators(tx: Tx, query: ConsoleQuery): Promise<Withdrawal[]> {
  const { status, search, after, limit } = query;
  let rows = tx.selectFrom('withdrawal').selectAll();
  if (search) rows = rows.where(search[0], '=', search[1]);
  if (status === 'waiting') rows = rows.where(WAITS_FOR_PEOPLE);
  else if (status) rows = rows.where('status', '=', status);
  if (status === 'waiting' || status === 'reviewing') {
    rows = rows.orderBy('score', 'desc').orderBy('id');
    if (after) rows = rows.where(sql<boolean>`(-score, id) > (${-after.score}, ${after.id})`);
  } else {
    rows = rows.orderBy('id', 'desc');
    if (after) rows = rows.where('id', '<', after.id);
  }
  return rows.limit(limit).execute();
}
