import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminWithdrawals } from '@openmere/core/withdrawal/contract.ts';
import { sql } from 'kysely';
import { findMemberBySearch } from '../member/store.ts';
import type { OperatorActor } from '../platform/actor.ts';
import { decodeCursor, encodeCursor, pageOf } from '../platform/cursor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findConsoleRecords } from './console-record-store.ts';

const PAGE_SIZE = 20;

/**
 * Admin/Withdrawals. The queue (`reviewing`) comes riskiest first, then oldest (index withdrawal_queue); all else newest
 * first (index withdrawal_by_status; with a search withdrawal_pkey, withdrawal_paid_tx, withdrawal_of_member).
 */
export async function listForConsole(
  ctx: Pick<Ctx<OperatorActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof adminWithdrawals>,
): Promise<CallResult<typeof adminWithdrawals>> {
  const { tx, actor } = ctx;
  const size = input.pageSize ?? PAGE_SIZE;
  const isQueue = input.status === 'reviewing';
  const name = `admin withdrawals ${input.status ?? ''}`;
  const [score, id] = decodeCursor(name, input.cursor) ?? [];
  let query = tx.selectFrom('withdrawal').selectAll();
  if (input.search !== undefined) {
    const [column, value] = await columnOf(tx, input.search);
    query = query.where(column, '=', value);
  }
  if (input.status) query = query.where('status', '=', input.status);
  if (isQueue) {
    query = query.orderBy('score', 'desc').orderBy('id');
    if (id !== undefined)
      query = query.where(sql<boolean>`(-score, id) > (${-Number(score)}, ${String(id)})`);
  } else {
    query = query.orderBy('id', 'desc');
    if (id !== undefined) query = query.where('id', '<', String(id));
  }
  const rows = await query.limit(size + 1).execute();
  const page = pageOf(rows, size, (last) => encodeCursor(name, [last.score, last.id]));
  return { ...page, list: await findConsoleRecords(tx, page.list, actor.from.locale) };
}

/** What a search means: a withdrawal by its id, by the transaction that paid it, or those of one member. */
async function columnOf(tx: Tx, search: string): Promise<['id' | 'paid_tx' | 'member_id', string]> {
  if (search.startsWith('wdr_')) return ['id', search];
  if (/^0x[0-9a-fA-F]{64}$/.test(search)) return ['paid_tx', search.toLowerCase()];
  return ['member_id', (await findMemberBySearch(tx, search)) ?? ''];
}
