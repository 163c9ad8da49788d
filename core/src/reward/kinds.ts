/** What a reward is for (rulebook §9, §10). */
export const rewardKinds = [
  'direct',
  'indirect',
  'team',
  'management',
  'leadership',
  'contribution',
  'yield',
  'dynamic',
  'bonus',
  'dividend',
] as const;
export type RewardKind = (typeof rewardKinds)[number];

export const rewardStatuses = ['pending', 'claimable', 'claimed', 'notqualified'] as const;
export type RewardStatus = (typeof rewardStatuses)[number];

/** Money set aside in the ledger under `pool:<name>`, in the order in which it is shown. */
export const rewardPools = [
  'referral',
  'yield',
  'node',
  'leadership',
  'contribution',
  'market-value',
  'operations',
  'rewards-due',
  'poy',
] as const;
export type RewardPool = (typeof rewardPools)[number];

/** Those that a settlement pays out of, each by its own rule. */
export const settledPools = ['referral', 'yield', 'leadership', 'contribution', 'node'] as const;
export type SettledPool = (typeof settledPools)[number];
