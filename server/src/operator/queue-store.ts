import type { workQueues } from '@openmere/core/operator/contract.ts';
import type { ChangeName } from '@openmere/core/operator/proposal-contract.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/connect.ts';
import { WAITS_FOR_PEOPLE } from '../withdrawal/console-list-store.ts';

type Work = { name: (typeof workQueues)[number]; waiting: bigint; oldest: Date | null };

/**
 * What waits for an operator who reads proposals of these kinds, as of one moment. Indexes withdrawal_queue, withdrawal_by_status, unmatched_payment_by_status,
 * deposit_in_suspense, fiat_line_by_status, proposal_open, shop_application_by_state, after_sale_by_status, identity_check_by_state,
 * factor_reset_open, ticket_queue.
 */
export async function listWork(
  tx: Tx,
  { chainId, now, kinds }: { chainId: number; now: Date; kinds: readonly ChangeName[] },
): Promise<Work[]> {
  const { rows } = await sql<Work>`
    select 'withdrawals' as name, count(*) as waiting, min(status_at) as oldest from withdrawal
      where ${WAITS_FOR_PEOPLE}
    union all
    select 'payments', count(*), min(seen_at) from unmatched_payment where status = 'open'
    union all
    select 'suspense', count(*), min(credited_at) from deposit where status = 'barred' and bar is not null
    union all
    select 'fiatlines', count(*), min(at) from (
        select imported_at as at from fiat_line where status = 'open'
        union all select t.day::date at time zone 'UTC' from fiat_takenback t join fiat_line l on l.id = t.line_id
          where l.status in ('credited', 'suspense') and not exists (select from fiat_loss s where s.line_id = l.id)) lines
    union all
    select 'proposals', count(*), min(made_at) from proposal where status = 'open' and expires_at > ${now}
        and kind = any(${[...kinds]}::text[])
    union all
    select 'reorg', count(*), min(found_at) from chain_fork where chain_id = ${chainId} and ended_at is null
    union all
    select 'applications', count(*), min(made_at) from shop_application where state = 'pending'
    union all
    select 'disputes', count(*), min(created_at) from after_sale where status = 'disputed'
    union all
    select 'identities', count(*), min(sent_at) from identity_check where state = 'pending'
    union all
    select 'factorresets', count(*), min(asked_at) from factor_reset where state = 'open' and ready_at <= business_now()
    union all
    select 'tickets', count(*), min(waiting_since) from ticket where status = 'open'`.execute(tx);
  return rows;
}
