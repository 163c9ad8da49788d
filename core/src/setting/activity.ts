import { amount, tiers, time, whole } from './define.ts';

/** Activity (rulebook §11). Between these two moments of the chain; empty: none is planned. */
export const activityStarts = time('activity.starts', '');
export const activityEnds = time('activity.ends', '');
/** How many of those who activate first get how much bonus power. */
export const activityFirstCount = whole('activity.firstCount', '99', ['0', '100000']);
export const activityFirstBonus = amount('activity.firstBonus', '100', ['0', '100000']);
/** From which first deposit on which part of it is given as bonus power, in basis points. */
export const activityDepositTiers = tiers('activity.depositTiers', '100:2500,500:5000,1000:10000');
/** What lies above it is not counted. */
export const activityDepositMost = amount('activity.depositMost', '10000', ['1', '10000000']);
/** So long the money stays before the bonus is given. */
export const activityHoldDays = whole('activity.holdDays', '7', ['0', '90']);
