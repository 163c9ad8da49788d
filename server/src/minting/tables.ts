import type { PowerKind } from '@openmere/core/minting/power.ts';
import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';

export type PowerLotTable = {
  id: Generated<bigint>;
  member_id: string;
  kind: PowerKind;
  /** Base units. */
  granted: bigint;
  used: Generated<bigint>;
  used_up: GeneratedAlways<boolean>;
  effective_at: Date;
  key: string;
  reference: string;
};

export type PowerDeductionTable = {
  id: Generated<bigint>;
  member_id: string;
  kind: PowerKind;
  amount: bigint;
  /** What of this kind was left after it. */
  remaining: bigint;
  at: Date;
  key: string;
};

export type MintingType = 'power' | 'usdo-usdt' | 'usdo-open' | 'redeem';

export type MintingRecordTable = {
  id: string;
  chain_id: number;
  address: Hex;
  type: MintingType;
  status: 'seen' | 'final';
  /** Base units; prices E18. */
  consumed: bigint;
  obtained: bigint;
  price_e18: bigint;
  value_usdt: bigint;
  fee: bigint;
  burned: bigint;
  to_market: bigint;
  member_id: string | null;
  tx_hash: Hex;
  log_index: number;
  block_number: bigint;
  block_hash: Hex;
  block_time: Date;
};

export type TeamPowerTable = { member_id: string; power: bigint };

export type TeamPowerRoundTable = {
  one: Generated<boolean>;
  lot: bigint;
  deduction: bigint;
  settled: boolean;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    power_lot: PowerLotTable;
    minting_record: MintingRecordTable;
    power_deduction: PowerDeductionTable;
    team_power: TeamPowerTable;
    team_power_round: TeamPowerRoundTable;
  }
}

export type PowerLot = Selectable<PowerLotTable>;
export type PowerDeduction = Selectable<PowerDeductionTable>;
export type MintingRecord = Selectable<MintingRecordTable>;
