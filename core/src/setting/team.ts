import { amount, bps } from './define.ts';

/** Performance of the small region from which a member is V1 … V6 (rulebook §10), in USDT. */
export const teamLevel1 = amount('team.level1', '10000');
export const teamLevel2 = amount('team.level2', '50000');
export const teamLevel3 = amount('team.level3', '200000');
export const teamLevel4 = amount('team.level4', '1000000');
export const teamLevel5 = amount('team.level5', '5000000');
export const teamLevel6 = amount('team.level6', '20000000');

/** How much of the value of a use counts as performance, by its kind. */
export const teamWeightSwap = bps('team.weightSwap', '10000');
export const teamWeightLiquidity = bps('team.weightLiquidity', '10000');
/** Of USDO that is minted from OPEN, which is a sale through the pair; from USDT it costs nothing and never counts. */
export const teamWeightUsdo = bps('team.weightUsdo', '10000');
export const teamWeightMint = bps('team.weightMint', '0');
export const teamWeightNode = bps('team.weightNode', '0');
export const teamWeightMall = bps('team.weightMall', '10000');
