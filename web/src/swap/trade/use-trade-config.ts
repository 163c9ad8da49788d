import { type TradeConfig, tradeConfig } from '@openmere/core/swap/check.ts';
import { useConfig } from '../../setting/use-config.ts';

function wholeOf(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

/** Tolerances, levels of impact and deadline as the operator has configured them; the rulebook's while they load. */
export function useTradeConfig(): TradeConfig {
  const config = useConfig();
  const { slippage, impact, deadline } = tradeConfig;
  const bps = (name: string, otherwise: number) => wholeOf(config?.get(`swap.${name}`), otherwise);
  const presets = config?.get('swap.slippagePresets')?.split(',').map(Number);
  return {
    slippage: {
      ...slippage,
      presetsBps: presets ?? slippage.presetsBps,
      defaultBps: bps('slippageBps', slippage.defaultBps),
      mostBps: bps('slippageMostBps', slippage.mostBps),
      mayFailUnderBps: bps('slippageMayFailBps', slippage.mayFailUnderBps),
      frontRunOverBps: bps('slippageFrontRunBps', slippage.frontRunOverBps),
      highOverBps: bps('slippageHighBps', slippage.highOverBps),
    },
    impact: {
      lowBps: bps('impactLowBps', impact.lowBps),
      mediumBps: bps('impactMediumBps', impact.mediumBps),
      askBps: bps('impactAskBps', impact.askBps),
      typeBps: bps('impactTypeBps', impact.typeBps),
      refuseBps: bps('impactRefuseBps', impact.refuseBps),
    },
    deadline: { ...deadline, defaultSec: bps('deadlineMinutes', deadline.defaultSec / 60) * 60 },
  };
}
