import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { withdrawals } from '@openmere/core/withdrawal/contract.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../platform/cursor.ts';
import { findRecords } from './record-store.ts';
import { listOwn } from './withdrawal-store.ts';

const PAGE_SIZE = 20;

/** Wallet/Withdrawals: the member's own, newest first; `id` names one of them. */
export async function listWithdrawals(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof withdrawals>,
): Promise<CallResult<typeof withdrawals>> {
  const { tx, actor } = ctx;
  const size = input.pageSize ?? PAGE_SIZE;
  const name = `withdrawals ${actor.id}`;
  const after = decodeCursor(name, input.cursor)?.[0];
  const rows = await listOwn(tx, {
    memberId: actor.id,
    id: input.id,
    after: after === undefined ? undefined : String(after),
    limit: size + 1,
  });
  const page = pageOf(rows, size, (last) => encodeCursor(name, [last.id]));
  return { ...page, list: await findRecords(tx, page.list, actor.from.locale) };
}
