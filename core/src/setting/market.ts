import { amount, bps, bpsList, shares, whole } from './define.ts';

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

/** Where the community fee of a trade goes, to which pool of the ledger (rulebook §10); the order settles equal remainders. */
export const swapFeeShares = shares(
  'swap.feeShares',
  'referral:40,yield:25,node:20,market-value:10,operations:5',
);

/** Equity (rulebook §8). What the liquidity desk demands and holds back is read from it. */
export const equityCap = amount('equity.cap', '12500');
export const equityAgain = amount('equity.again', '250');
