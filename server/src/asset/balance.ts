import type { balance } from '@openmere/core/asset/contract.ts';
import type { CallResult } from '@openmere/core/kit/call.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { coins } from '@openmere/core/money/coin.ts';
import { memberBalances } from '../ledger/balances.ts';
import type { MemberBalance } from '../ledger/balances.ts';
import type { MemberActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';

export type BalanceRow = { coinid: string; balance: string; lockbalance: string; available: string };

const none: MemberBalance = { available: 0n, held: 0n };

/** A balance as the wire has it: balance = available + lockbalance, in plain decimals. */
export function balanceRowOf(coinId: string, { available, held }: MemberBalance): BalanceRow {
  return {
    coinid: coinId,
    balance: formatAmount(available + held),
    lockbalance: formatAmount(held),
    available: formatAmount(available),
  };
}

/** Balances of every coin that the ledger holds, also those never had (as zero), in the order of the coin list. */
export async function listBalances(
  ctx: Pick<Ctx<MemberActor>, 'tx' | 'actor'>,
): Promise<CallResult<typeof balance>> {
  const { tx, actor } = ctx;
  const found = (await memberBalances(tx, [actor.id])).get(actor.id);
  const held = coins.filter((coin) => coin.lives !== 'chain');
  return { list: held.map((coin) => balanceRowOf(coin.id, found?.get(coin.id) ?? none)) };
}
