import { bps, bpsList, countries, shares, whole } from './define.ts';

/** How the referral part of a payer's fees of a day is divided (rulebook §10), in percent. */
export const rewardParts = shares(
  'reward.parts',
  'direct:30,indirect:10,team:40,management:10,leadership:5,contribution:5',
);
/** What *team* pays to V1 … V6, differential; none above the part of *team*. */
export const rewardTeamRates = bpsList('reward.teamRates', '1000,1600,2200,2800,3400,4000');
/** Countries in which referral rewards are switched off. */
export const rewardReferralOffCountries = countries('reward.referralOffCountries', '');
/** What the yield pool pays a day at most: of itself, and of the active hash power (rulebook §9). */
export const rewardYieldPoolBps = bps('reward.yieldPoolBps', '100');
export const rewardYieldPowerBps = bps('reward.yieldPowerBps', '100');
/** The level from which members share the weekly leadership pool (rulebook §10). */
export const rewardLeadershipLevel = whole('reward.leadershipLevel', '4', ['1', '6']);
/**
 * Dynamic power for each USDT of community fee that a direct's and an indirect's use brought in, in basis points of it (rulebook §9). Never
 * more than one: beyond that, trades with oneself could bring more than they cost (docs/economics.md).
 */
export const rewardDynamicDirectBps = bps('reward.dynamicDirectBps', '10000');
export const rewardDynamicIndirectBps = bps('reward.dynamicIndirectBps', '5000');
