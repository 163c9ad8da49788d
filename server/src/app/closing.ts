import { formatAmount } from '@openmere/core/money/amount.ts';
import { forgetLogins } from '../auth/forget-store.ts';
import { countWaitingOrders } from '../deposit/fiat/order-store.ts';
import { memberBalances } from '../ledger/balances.ts';
import { forgetCart } from '../mall/cart/cart-store.ts';
import { countOpenOrders } from '../mall/order/order-store.ts';
import { findShopOfMember } from '../mall/shop/shop-store.ts';
import { forgetPerson } from '../member/forget-store.ts';
import type { ClosingPorts, Obstacle } from '../member/closing/close-account.ts';
import { forgetDevices } from '../news/push/push-store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { sumRewards } from '../reward/reward-store.ts';
import { dropContacts } from '../transfer/store.ts';

/** They are no money: an allowance, and what is spent in the mall only. */
const credits: readonly string[] = ['EQUITY', 'OBL'];

async function balancesOf(tx: Tx, memberId: string): Promise<{ coinid: string; amount: bigint }[]> {
  const found = (await memberBalances(tx, [memberId])).get(memberId) ?? new Map();
  return [...found].map(([coinid, { available, held }]) => ({ coinid, amount: available + held }));
}

const count = (kind: Obstacle['kind'], n: number): Obstacle[] => (n === 0 ? [] : [{ kind, count: n }]);

/** What each domain says and does when a member closes the account. */
export const closingPorts: ClosingPorts = {
  async listObstacles(tx, memberId) {
    const money = (await balancesOf(tx, memberId)).filter(
      ({ coinid, amount }) => amount > 0n && !credits.includes(coinid),
    );
    const orders = await countOpenOrders(tx, memberId);
    const shop = await findShopOfMember(tx, memberId);
    return [
      ...money.map(({ coinid, amount }) => ({
        kind: 'balance' as const,
        coinid,
        amount: formatAmount(amount),
      })),
      ...count('orders', orders.bought),
      ...count('sales', orders.sold),
      ...(shop?.open ? [{ kind: 'shop' as const }] : []),
      ...count('fiat', await countWaitingOrders(tx, memberId)),
    ];
  },
  async listLosses(tx, memberId) {
    const left = (await balancesOf(tx, memberId)).filter(
      ({ coinid, amount }) => amount > 0n && credits.includes(coinid),
    );
    const rewards = new Map<string, bigint>();
    for (const { coin_id, claimable } of await sumRewards(tx, memberId, 0))
      if (claimable > 0n) rewards.set(coin_id, (rewards.get(coin_id) ?? 0n) + claimable);
    return {
      credits: left.map(({ coinid, amount }) => ({ coinid, amount: formatAmount(amount) })),
      rewards: [...rewards].map(([coinid, amount]) => ({ coinid, amount: formatAmount(amount) })),
    };
  },
  async erase(tx, memberId) {
    await forgetLogins(tx, memberId);
    await forgetPerson(tx, memberId);
    await dropContacts(tx, memberId);
    await forgetCart(tx, memberId);
    await forgetDevices(tx, memberId);
  },
};
