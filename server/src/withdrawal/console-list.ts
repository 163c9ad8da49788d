import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminWithdrawals } from '@openmere/core/withdrawal/contract.ts';
import { findMemberBySearch } from '../member/store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { listForOperators } from './console-list-store.ts';
import { findConsoleRecords } from './console-record-store.ts';

/**
 * Admin/Withdrawals. The queue (`waiting`, `reviewing`) comes riskiest first, then oldest (index withdrawal_queue); all else
 * newest first (index withdrawal_by_status; with a search withdrawal_pkey, withdrawal_paid_tx, withdrawal_of_member).
 */
export async function listForConsole(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof adminWithdrawals>,
): Promise<CallResult<typeof adminWithdrawals>> {
  const { tx, actor } = ctx;
  const { status } = input;
  const search = input.search === undefined ? undefined : await columnOf(tx, input.search);
  return readPage(
    { ...input, list: `admin withdrawals ${status ?? ''}` },
    (after: { score: number; id: string } | undefined, limit) =>
      listForOperators(tx, { status, search, after, limit }),
    ({ score, id }) => ({ score, id }),
    (rows) => findConsoleRecords(tx, rows, actor.from.locale),
  );
}

/** What a search means: a withdrawal by its id, by the transaction that paid it, or those of one member. */
async function columnOf(tx: Tx, search: string): Promise<['id' | 'paid_tx' | 'member_id', string]> {
  if (search.startsWith('wdr_')) return ['id', search];
  if (/^0x[0-9a-fA-F]{64}$/.test(search)) return ['paid_tx', search.toLowerCase()];
  return ['member_id', (await findMemberBySearch(tx, search)) ?? ''];
}
