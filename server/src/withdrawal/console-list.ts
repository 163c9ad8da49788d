import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminWithdrawals } from '@openmere/core/withdrawal/contract.ts';
import { sql } from 'kysely';
import type { OperatorActor } from '../platform/actor.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Tx } from '../platform/db/connect.ts';
import { findConsoleRecords } from './console-record.ts';

const pageSizeDefault = 20;

/**
 * Admin/Withdrawals. The queue (`reviewing`) comes riskiest first, then oldest (index withdrawal_queue); all else newest
 * first (index withdrawal_by_status).
 */
export async function listForConsole(
  tx: Tx,
  actor: OperatorActor,
  input: CallParsed<typeof adminWithdrawals>,
): Promise<CallResult<typeof adminWithdrawals>> {
  const size = input.pageSize ?? pageSizeDefault;
  const isQueue = input.status === 'reviewing';
  const name = `admin withdrawals ${input.status ?? ''}`;
  const [score, id] = decodeCursor(name, input.cursor) ?? [];
  let query = tx.selectFrom('withdrawal').selectAll();
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
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const list = await findConsoleRecords(tx, page, actor.from.locale);
  return rows.length > size && last ? { list, cursor: encodeCursor(name, [last.score, last.id]) } : { list };
}
