import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { castDeductions } from '@openmere/core/minting/contract.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { readPage } from '../platform/cursor.ts';
import { listDeductions } from './power-store.ts';

/** Hash power that the member used up: personal by the day's yield, dynamic and bonus by claims; newest first. */
export async function listPowerDeductions(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof castDeductions>,
): Promise<CallResult<typeof castDeductions>> {
  const { tx, actor } = ctx;
  const { kind } = input;
  return readPage(
    { ...input, list: `deductions ${kind ?? ''} ${actor.id}` },
    (before: bigint | undefined, limit) => listDeductions(tx, { memberId: actor.id, kind, before, limit }),
    ({ id }) => id,
    (rows) =>
      rows.map((row) => ({
        id: String(row.id),
        time: row.at.toISOString(),
        kind: row.kind,
        amount: formatAmount(row.amount),
        remaining: formatAmount(row.remaining),
      })),
  );
}
