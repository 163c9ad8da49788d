import { formatAmount } from '@openmere/core/money/amount.ts';
import { coins } from '@openmere/core/money/coin.ts';
import { transferTerms, withdrawTerms } from '@openmere/core/setting/coin-terms.ts';
import { leastOf } from '@openmere/core/withdrawal/rules.ts';
import { forgetLogins } from '../auth/forget-store.ts';
import { countWaitingOrders } from '../deposit/fiat/order-store.ts';
import { memberBalances } from '../ledger/balances.ts';
import { forgetCart } from '../mall/cart/cart-store.ts';
import { countOpenOrders } from '../mall/order/order-store.ts';
import { findShopOfMember } from '../mall/shop/shop-store.ts';
import type { ClosingPorts, Obstacle } from '../member/closing/close-account.ts';
import { forgetPerson } from '../member/forget-store.ts';
import { forgetDevices } from '../news/push/push-store.ts';
import type { Tx } from '../platform/db/connect.ts';
import { sumRewards } from '../reward/reward-store.ts';
import { readSettings } from '../setting/read.ts';
import type { Settings } from '../setting/read.ts';
import { dropContacts } from '../transfer/store.ts';

/** They are no money: an allowance, and what is spent in the mall only. */
const credits: readonly string[] = ['EQUITY', 'OBL'];

type Left = { coinid: string; amount: bigint; held: bigint };

async function balancesOf(tx: Tx, memberId: string): Promise<Left[]> {
  const found = (await memberBalances(tx, [memberId])).get(memberId) ?? new Map();
  return [...found].map(([coinid, { available, held }]) => ({ coinid, amount: available + held, held }));
}

/** The smallest amount of a coin that can leave, by withdrawal or transfer. */
function findLeast(coinid: string, settings: Settings): bigint {
  const withdraw = withdrawTerms(coinid, settings);
  const ways = [{ ...withdraw, minimum: leastOf(withdraw) }, transferTerms(coinid, settings)].map(
    ({ minimum, multiple }) => ((minimum + multiple - 1n) / multiple) * multiple,
  );
  return ways.reduce((one, other) => (one < other ? one : other));
}

/** Credits, and of a coin that leaves by whole multiples the rest that is too small for it: else nobody with a rest could ever close. */
function isLost({ coinid, amount, held }: Left, settings: Settings): boolean {
  if (credits.includes(coinid)) return true;
  const coin = coins.find(({ id }) => id === coinid);
  return coin?.transfer === true && held === 0n && amount < findLeast(coinid, settings);
}

const count = (kind: Obstacle['kind'], n: number): Obstacle[] => (n === 0 ? [] : [{ kind, count: n }]);

/** What each domain says and does when a member closes the account. */
export const closingPorts: ClosingPorts = {
  async listObstacles(tx, memberId) {
    const settings = await readSettings(tx);
    const money = (await balancesOf(tx, memberId)).filter((one) => one.amount > 0n && !isLost(one, settings));
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
    const settings = await readSettings(tx);
    const left = (await balancesOf(tx, memberId)).filter((one) => one.amount > 0n && isLost(one, settings));
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
