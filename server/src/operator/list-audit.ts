import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { adminAudit } from '@openmere/core/operator/contract.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { listAuditRows } from './audit-store.ts';

const PAGE_SIZE = 50;

/** Admin/Audit, newest first. Indexes audit_log_pkey, audit_log_by_account, audit_log_by_action, audit_log_about. */
export async function listAudit(
  ctx: Pick<Ctx, 'tx'>,
  input: CallParsed<typeof adminAudit>,
): Promise<CallResult<typeof adminAudit>> {
  const { action, about } = input;
  const account = input.account?.toLowerCase();
  const page = await readPage(
    { ...input, list: 'audit', size: PAGE_SIZE },
    (before: bigint | undefined, limit) => listAuditRows(ctx.tx, { account, action, about, before, limit }),
    ({ seq }) => seq,
  );
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
