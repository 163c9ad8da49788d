import { amount, bps, bpsList, whole } from './define.ts';

/** Trading (rulebook §7): what the trade form offers, warns of and refuses. The contracts' own rates are read from them. */
export const swapSlippagePresets = bpsList('swap.slippagePresets', '10,50,100');
export const swapSlippageBps = bps('swap.slippageBps', '50');
export const swapSlippageMostBps = bps('swap.slippageMostBps', '4999');
export const swapSlippageMayFailBps = bps('swap.slippageMayFailBps', '50');
export const swapSlippageFrontRunBps = bps('swap.slippageFrontRunBps', '100');
export const swapSlippageHighBps = bps('swap.slippageHighBps', '2000');
export const swapImpactLowBps = bps('swap.impactLowBps', '100');
export const swapImpactMediumBps = bps('swap.impactMediumBps', '300');
export const swapImpactAskBps = bps('swap.impactAskBps', '500');
export const swapImpactTypeBps = bps('swap.impactTypeBps', '1000');
export const swapImpactRefuseBps = bps('swap.impactRefuseBps', '1500');
export const swapDeadlineMinutes = whole('swap.deadlineMinutes', '20', ['1', '4320']);

/** Liquidity and equity (rulebook §8). The desk's own figures rule on chain; these are what pages say and EQUITY follows. */
export const liquidityMinimumAdd = amount('liquidity.minimumAdd', '10');
export const liquidityHoldPercent = whole('liquidity.holdPercent', '20', ['0', '100']);
export const liquidityHoldDays = whole('liquidity.holdDays', '30', ['0', '3650']);
export const equityCap = amount('equity.cap', '12500');
export const equityAgain = amount('equity.again', '250');
