import type { CallResult } from '@openmere/core/kit/call.ts';
import type { adminQueues } from '@openmere/core/operator/contract.ts';
import { changeKindsFor } from '@openmere/core/operator/rules.ts';
import { listHalts } from '../ledger/halt.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { listWork } from './queue-store.ts';

/** Admin/Queues: what waits for an operator. Indexes withdrawal_queue, unmatched_payment_by_status, deposit_in_suspense, proposal_open. */
export async function listQueues(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'now' | 'actor'> & { chainId: number },
): Promise<CallResult<typeof adminQueues>> {
  const { tx, now, chainId, actor } = ctx;
  const rows = await listWork(tx, { chainId, now, kinds: changeKindsFor(actor.role) });
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
