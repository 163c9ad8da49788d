import { highestPriceUp } from '@openmere/core/activity/buy-back.ts';
import { formatAmount } from '@openmere/core/money/amount.ts';
import { orderBuyBack } from '../activity/buy-back/order.ts';
import type { ChangeKind } from '../operator/change.ts';

/**
 * A buy-back with money of the market-value pool, as a change that takes two people. Its subject is the pool, its value the USDT to spend
 * and the least OPEN to get. What the contract would give is not asked here: it has the last word on the chain.
 */
export function buyBackChange(chainId: number): ChangeKind {
  return {
    kind: 'buyback',
    async apply({ tx, maker, checker, onPosted }, { value }) {
      const order = await orderBuyBack(
        { tx },
        { value, chainId, makerId: maker.id, checkerId: checker.id, onPosted },
      );
      return {
        changes: [
          { what: 'buybackspend', before: null, after: `${formatAmount(order.amount)} USDT` },
          { what: 'buybackleast', before: null, after: `${formatAmount(order.minOpen)} OPEN` },
          { what: 'buybackprice', before: null, after: `${formatAmount(highestPriceUp(order))} USDT` },
          { what: 'buybackminutes', before: null, after: String(order.minutes) },
        ],
        everyone: true,
      };
    },
  };
}
