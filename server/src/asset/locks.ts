import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import type { locks } from '@openmere/core/asset/contract.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { isCoinId } from '@openmere/core/money/coin.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { listOpenWithdrawals } from '../withdrawal/state-store.ts';

/** What holds the locked part of a coin's balance, newest first; the sum is `lockbalance`. Refusal: asset.badcoin. */
export async function listLocks(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
  input: CallParsed<typeof locks>,
): Promise<CallResult<typeof locks>> {
  const { tx, actor } = ctx;
  if (!isCoinId(input.coinid)) throw new Refusal('asset.badcoin', { coin: input.coinid });
  const rows = await listOpenWithdrawals(tx, actor.id, input.coinid);
  return {
    list: rows.map((row) => ({
      id: row.id,
      kind: 'withdrawal',
      amount: formatAmount(row.amount),
      since: row.requested_at.toISOString(),
      status: row.status,
    })),
  };
}
