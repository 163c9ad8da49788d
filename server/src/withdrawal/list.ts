import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { withdrawals } from '@openmere/core/withdrawal/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { findRecords } from './record-store.ts';
import { listOwn } from './withdrawal-store.ts';

/** Wallet/Withdrawals: the member's own, newest first; `id` names one of them. */
export async function listWithdrawals(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof withdrawals>,
): Promise<CallResult<typeof withdrawals>> {
  const { tx, actor } = ctx;
  return readPage(
    { ...input, list: `withdrawals ${actor.id}` },
    (after, limit) => listOwn(tx, { memberId: actor.id, id: input.id, after, limit }),
    ({ id }) => id,
    (rows) => findRecords(tx, rows, actor.from.locale),
  );
}
