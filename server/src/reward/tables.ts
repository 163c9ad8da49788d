import type { RewardKind, SettledPool } from '@openmere/core/reward/kinds.ts';
import type { Generated, Selectable } from 'kysely';

export type SettlementStep = 'opened' | 'written' | 'settled';
export type FeeSource = 'swap' | 'transfer' | 'withdrawal' | 'mall';

/** Days are whole UTC days since 1970, amounts base units. */
export type RewardSettlementTable = {
  pool: SettledPool;
  period: number;
  days: number;
  step: SettlementStep;
  first_serial: bigint | null;
  last_serial: bigint | null;
  credited_serial: bigint | null;
  opened_at: Date;
  settled_at: Date | null;
};

export type RewardSettlementSumTable = {
  pool: SettledPool;
  period: number;
  coin_id: string;
  funded: bigint;
  due: bigint;
  poy: bigint;
  leadership: bigint;
  contribution: bigint;
  market_value: bigint;
};

export type RewardFeeTable = {
  source: FeeSource;
  reference: string;
  day: number;
  payer: string;
  coin_id: string;
  fee: bigint;
  part: bigint;
  at: Date;
};

export type RewardTable = {
  serial: Generated<bigint>;
  member_id: string;
  kind: RewardKind;
  coin_id: string;
  amount: bigint;
  status: 'claimable' | 'claimed' | 'notqualified';
  pool: string;
  period: number;
  payer: string | null;
  level: number | null;
  rate_bps: number | null;
  already_bps: number | null;
  base: bigint | null;
  weight: bigint | null;
  weight_total: bigint | null;
  reason: string | null;
  missing: bigint | null;
  claim_id: string | null;
  at: Date;
  key: string | null;
};

export type RewardClaimTable = {
  id: string;
  member_id: string;
  request_id: string;
  target: string;
  count: number;
  sums: Record<string, string>;
  claimed_at: Date;
};

export type RewardDaySumTable = {
  member_id: string;
  day: number;
  kind: RewardKind;
  coin_id: string;
  count: bigint;
  total: bigint;
  claimed: bigint;
};

export type RewardFlowTable = {
  pool: string;
  coin_id: string;
  day: number;
  kind: string;
  income: bigint;
  outgo: bigint;
  last_at: Date;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    reward_settlement: RewardSettlementTable;
    reward_settlement_sum: RewardSettlementSumTable;
    reward_fee: RewardFeeTable;
    reward_fee_cursor: { account: string; coin_id: string; day: number; row_id: bigint };
    reward: RewardTable;
    reward_claim: RewardClaimTable;
    reward_summed: { member_id: string; through: bigint };
    reward_day_sum: RewardDaySumTable;
    reward_flow: RewardFlowTable;
    reward_flow_cursor: { pool: string; coin_id: string; row_id: bigint };
  }
}

export type Settlement = Selectable<RewardSettlementTable>;
export type SettlementSum = Selectable<RewardSettlementSumTable>;
export type Fee = Selectable<RewardFeeTable>;
export type RewardRow = Selectable<RewardTable>;
/** As it is written: the database numbers it. */
export type NewReward = Omit<RewardRow, 'serial' | 'claim_id'>;
