import type { locks } from '@openmere/core/asset/contract.ts';
import type { CallParsed, CallResult } from '@openmere/core/kit/call.ts';
import { Refusal } from '@openmere/core/kit/refusal.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { isCoinId } from '@openmere/core/money/coin.ts';
import { listOrderHolds } from '../mall/order/order-store.ts';
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
  const orders = await listOrderHolds(tx, actor.id, input.coinid);
  const list = [
    ...rows.map(({ id, amount, requested_at: since, status }) => ({
      id,
      kind: 'withdrawal',
      amount,
      since,
      status,
    })),
    ...orders.map((order) => ({ ...order, kind: 'order' })),
  ];
  list.sort((a, b) => b.since.getTime() - a.since.getTime());
  return {
    list: list.map((row) => ({ ...row, amount: formatAmount(row.amount), since: row.since.toISOString() })),
  };
}
