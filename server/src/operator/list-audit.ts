import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminAudit } from '@openmere/core/operator/contract.ts';
import type { Ctx } from '../platform/context.ts';
import { decodeCursor, encodeCursor, pageOf } from '../platform/cursor.ts';
import { listAuditRows } from './audit-store.ts';

const PAGE_SIZE = 50;

/** Admin/Audit, newest first. Indexes audit_log_pkey, audit_log_by_account, audit_log_by_action. */
export async function listAudit(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminAudit>,
): Promise<CallResult<typeof adminAudit>> {
  const { tx } = ctx;
  const size = input.pageSize ?? PAGE_SIZE;
  const before = decodeCursor('audit', input.cursor)?.[0];
  const rows = await listAuditRows(tx, {
    account: input.account?.toLowerCase(),
    action: input.action,
    before: before === undefined ? undefined : BigInt(String(before)),
    limit: size + 1,
  });
  const page = pageOf(rows, size, ({ seq }) => encodeCursor('audit', [String(seq)]));
  const list = page.list.map(({ id, at, account, action, subject, detail, hash }) => ({
    id,
    time: at.toISOString(),
    account,
    action,
    subject,
    detail,
    hash,
  }));
  return { ...page, list };
}
