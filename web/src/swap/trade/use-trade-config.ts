import * as market from '@openmere/core/setting/market.ts';
import { tradeConfig } from '@openmere/core/swap/check.ts';
import type { TradeConfig } from '@openmere/core/swap/check.ts';
import { useSetting } from '../../setting/use-setting.ts';

/** Tolerances, levels of impact and deadline as the operator has configured them; the rulebook's while they load. */
export function useTradeConfig(): TradeConfig {
  const { slippage, deadline } = tradeConfig;
  return {
    slippage: {
      ...slippage,
      presetsBps: useSetting(market.swapSlippagePresets),
      defaultBps: useSetting(market.swapSlippageBps),
      mostBps: useSetting(market.swapSlippageMostBps),
      mayFailUnderBps: useSetting(market.swapSlippageMayFailBps),
      frontRunOverBps: useSetting(market.swapSlippageFrontRunBps),
      highOverBps: useSetting(market.swapSlippageHighBps),
    },
    impact: {
      lowBps: useSetting(market.swapImpactLowBps),
      mediumBps: useSetting(market.swapImpactMediumBps),
      askBps: useSetting(market.swapImpactAskBps),
      typeBps: useSetting(market.swapImpactTypeBps),
      refuseBps: useSetting(market.swapImpactRefuseBps),
    },
    deadline: { ...deadline, defaultSec: useSetting(market.swapDeadlineMinutes) * 60 },
  };
}
