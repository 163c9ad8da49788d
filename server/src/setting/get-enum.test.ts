import { buyBackStates } from '@openmere/core/activity/buy-back.ts';
import { bonusKinds, bonusStatuses } from '@openmere/core/activity/contract.ts';
import { activityStates } from '@openmere/core/activity/rules.ts';
import { depositStatuses } from '@openmere/core/deposit/contract.ts';
import { fiatStates } from '@openmere/core/deposit/fiat/state.ts';
import { locales } from '@openmere/core/kit/language.ts';
import { liquidityRecords } from '@openmere/core/liquidity/contract.ts';
import { afterSaleStatuses } from '@openmere/core/mall/after-sale.ts';
import { orderStatuses, refundStatuses } from '@openmere/core/mall/order-state.ts';
import { shopStates } from '@openmere/core/mall/shop.ts';
import { memberInfo } from '@openmere/core/member/contract.ts';
import { identityStates } from '@openmere/core/member/identity.ts';
import { castRecords } from '@openmere/core/minting/contract.ts';
import { nodeTypes } from '@openmere/core/node/rules.ts';
import { rewards } from '@openmere/core/reward/contract.ts';
import { rewardKinds, rewardStatuses } from '@openmere/core/reward/kinds.ts';
import { ticketStatuses } from '@openmere/core/support/ticket.ts';
import { tradeRow } from '@openmere/core/swap/contract.ts';
import { withdrawalStatuses } from '@openmere/core/withdrawal/state.ts';
import { expect, test } from 'vitest';
import { getEnum } from './get-enum.ts';

/** Where each word of a record comes from. */
const words: Record<string, readonly string[]> = {
  activation: memberInfo.shape.activation.options,
  activity: activityStates,
  aftersale: afterSaleStatuses,
  bonus: bonusStatuses,
  bonuskind: bonusKinds,
  buyback: buyBackStates,
  chain: [...new Set([...tradeRow.shape.status.options, ...castRecords.output.shape.status.options])],
  deposit: depositStatuses,
  fiat: fiatStates,
  identity: identityStates,
  liquidity: liquidityRecords.output.shape.type.options,
  node: nodeTypes,
  order: orderStatuses,
  // `none` is no state that anybody reads.
  refund: refundStatuses.filter((status) => status !== 'none'),
  reward: rewardStatuses,
  rewardkind: rewardKinds,
  settlement: rewards.output.shape.settlement.options,
  shop: shopStates,
  ticket: ticketStatuses,
  trade: tradeRow.shape.type.options,
  transfer: ['done'],
  userlevel: memberInfo.shape.userlevel.options,
  withdrawal: withdrawalStatuses,
};

test.each(locales)('behavior: every state word of every record has its name in %s', (locale) => {
  const named = getEnum(locale);
  for (const [group, wanted] of Object.entries(words))
    expect(Object.keys(named[group] ?? {}).toSorted(), group).toEqual([...wanted].toSorted());
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(words).toSorted());
});
