import { amount, flag } from './define.ts';

/** Hash power (rulebook §9): mining is active above so much personal power; with the second, from exactly so much on. */
export const mintingThreshold = amount('minting.threshold', '100', ['0', '1000000']);
export const mintingThresholdInclusive = flag('minting.thresholdInclusive', '0');
