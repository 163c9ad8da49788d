import type { CallResult } from '@openmere/core/kit/call.ts';
import type { adminOperators } from '@openmere/core/operator/contract.ts';
import type { Ctx } from '../platform/context.ts';
import { listOperatorRows } from './operator-store.ts';
import { openSince } from './session-lookup.ts';
import type { Operator } from './tables.ts';

/** Admin/Operators: all at once, the disabled ones too. */
export async function listOperators({
  tx,
  now,
}: Pick<Ctx, 'tx' | 'now'>): Promise<CallResult<typeof adminOperators>> {
  const rows = await listOperatorRows(tx, openSince(now));
  const list = rows.map((row) => ({
    id: row.id,
    account: row.account,
    role: row.role,
    time: row.created_at.toISOString(),
    state: stateOf(row),
    disabled: row.disabled_at?.toISOString() ?? null,
    lastlogin: row.last_login?.toISOString() ?? null,
    sessions: Number(row.sessions),
  }));
  return { list, total: list.length };
}

function stateOf({
  disabled_at: disabled,
  must_change: isNew,
}: Pick<Operator, 'disabled_at' | 'must_change'>): 'active' | 'new' | 'disabled' {
  if (disabled) return 'disabled';
  return isNew ? 'new' : 'active';
}
