import type { CallResult } from '@openmere/core/kit/call.ts';
import type { adminQueues, workQueues } from '@openmere/core/operator/contract.ts';
import { sql } from 'kysely';
import { listHalts } from '../ledger/halt.ts';
import type { Ctx } from '../platform/context.ts';

type Row = { name: (typeof workQueues)[number]; waiting: bigint; oldest: Date | null };

/** Admin/Queues: what waits for an operator. Indexes withdrawal_queue, unmatched_payment_by_status, proposal_open. */
export async function listQueues(
  ctx: Pick<Ctx, 'tx'> & { chainId: number },
): Promise<CallResult<typeof adminQueues>> {
  const { tx } = ctx;
  const { rows } = await sql<Row>`
    select 'withdrawals' as name, count(*) as waiting, min(requested_at) as oldest from withdrawal
      where status = 'reviewing'
    union all
    select 'payments', count(*), min(seen_at) from unmatched_payment where status = 'open'
    union all
    select 'proposals', count(*), min(made_at) from proposal where status = 'open' and expires_at > now()
    union all
    select 'reorg', count(*), min(found_at) from chain_fork where chain_id = ${ctx.chainId} and ended_at is null`.execute(
    tx,
  );
  const halts = await listHalts(tx);
  const [first] = halts;
  return {
    list: [
      { name: 'halts', waiting: halts.length, oldest: first?.since.toISOString() ?? null },
      ...rows.map(({ name, waiting, oldest }) => ({
        name,
        waiting: Number(waiting),
        oldest: oldest?.toISOString() ?? null,
      })),
    ],
  };
}
