import { amount, bps, countries, tiers, time, whole } from './define.ts';

/** Activity (rulebook §11). Between these two moments of the chain; empty: none is planned. */
export const activityStarts = time('activity.starts', '');
export const activityEnds = time('activity.ends', '');
/** Countries in which no bonus is given. */
export const activityBonusOffCountries = countries('activity.bonusOffCountries', '');
/** How many of those who activate first get how much bonus power. */
export const activityFirstCount = whole('activity.firstCount', '99', ['0', '100000']);
export const activityFirstBonus = amount('activity.firstBonus', '100', ['0', '100000']);
/** From which first deposit on which part of it is given as bonus power, in basis points. */
export const activityDepositTiers = tiers('activity.depositTiers', '100:2500,500:5000,1000:10000');
/** What lies above it is not counted. */
export const activityDepositMost = amount('activity.depositMost', '10000', ['1', '10000000']);
/** So long the money stays before the bonus is given. */
export const activityHoldDays = whole('activity.holdDays', '7', ['0', '90']);
/** A buy-back of OPEN with the market-value pool (rulebook §10): USDT of one at most, */
export const buyBackMost = amount('buyback.most', '2000', ['1', '1000000']);
/** how far above the 30-minute average it may pay at most, pool fee and impact included (the contract's own bound is 300), */
export const buyBackAboveBps = bps('buyback.aboveBps', '200', ['10', '300']);
/** and how long its order stands. */
export const buyBackMinutes = whole('buyback.validMinutes', '60', ['10', '1440']);
