import { bps, bpsList, countries, shares } from './define.ts';

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
