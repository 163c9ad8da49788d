import type { ContractKey } from '../chain/addresses.ts';

/**
 * What members do that the guard stops by pausing a contract (docs/runbook.md), with the contracts of which one is enough. Ways out
 * are not among them: nothing pauses those (rulebook §0.3).
 */
export const entrances = {
  trade: ['swapDesk'],
  liquidity: ['liquidityDesk'],
  power: ['hashPowerMint'],
  usdo: ['usdoMint', 'usdo'],
  node: ['medal'],
  activation: ['membership'],
} as const satisfies Readonly<Record<string, readonly ContractKey[]>>;
export type Entrance = keyof typeof entrances;
export const entranceNames = Object.keys(entrances) as [Entrance, ...Entrance[]];

/** Why something is paused, as operators may say it to members; `other` says nothing beside what is said anyway. */
export const pauseReasons = ['upgrade', 'check', 'market', 'law', 'other'] as const;
export type PauseReason = (typeof pauseReasons)[number];
