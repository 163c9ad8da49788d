import type { ReadCtx } from '../platform/context.ts';
import { findBrokenRow, findAuditEnd } from './audit-store.ts';

export type AuditVerdict = { ok: true; rows: number } | { ok: false; seq: bigint; problem: string };

/**
 * Recomputes the whole chain in the database and names the first row that was edited, removed or added beside the
 * chain; a removed end shows by the head row (threats.md T27).
 */
export async function verifyAudit(ctx: ReadCtx): Promise<AuditVerdict> {
  const { tx } = ctx;
  const broken = await findBrokenRow(tx);
  if (broken) return { ok: false, ...broken };
  return { ok: true, rows: Number(await findAuditEnd(tx)) };
}
