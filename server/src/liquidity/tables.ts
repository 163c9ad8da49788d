import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';
import type { LiquidityEventType } from './events.ts';

export type LiquidityRecordTable = {
  id: string;
  chain_id: number;
  address: Hex;
  type: LiquidityEventType;
  status: 'seen' | 'final';
  /** Base units, as all figures here. */
  usdt: bigint;
  open: bigint;
  lp: bigint;
  amount: bigint;
  lp_value: bigint;
  ousd: bigint;
  ousd_held: bigint;
  price_e18: bigint | null;
  hold_id: bigint | null;
  release_at: Date | null;
  equity: Generated<bigint>;
  member_id: string | null;
  tx_hash: Hex;
  log_index: number;
  block_number: bigint;
  block_hash: Hex;
  block_time: Date;
};

export type LiquidityPositionTable = {
  chain_id: number;
  address: Hex;
  lp: bigint;
  paid_usdt: bigint;
  paid_open: bigint;
  paid_value: bigint;
  entry_root_e18: bigint;
  ousd_obtained: bigint;
  block_number: bigint;
  log_index: number;
};

export type LiquidityHoldTable = {
  chain_id: number;
  address: Hex;
  hold_id: bigint;
  amount: bigint;
  release_at: Date;
};

export type EquityPersonTable = {
  person_id: string;
  earned: Generated<bigint>;
  spent: Generated<bigint>;
  capped_at_spent: bigint | null;
  cap: bigint;
};

export type EquityHolderTable = { member_id: string; person_id: string };

export type EquityGrantTable = {
  key: string;
  member_id: string;
  value: bigint;
  granted: bigint;
  granted_at: ColumnType<Date, never, never>;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    liquidity_record: LiquidityRecordTable;
    liquidity_position: LiquidityPositionTable;
    liquidity_hold: LiquidityHoldTable;
    equity_person: EquityPersonTable;
    equity_holder: EquityHolderTable;
    equity_grant: EquityGrantTable;
  }
}

export type LiquidityRecord = Selectable<LiquidityRecordTable>;
export type EquityPerson = Selectable<EquityPersonTable>;
/** A record as its log says it: before it has an id, a status and EQUITY. */
export type RecordEntry = Omit<LiquidityRecord, 'id' | 'status' | 'equity' | 'member_id'>;
/** Where a log stands in the chain. */
export type Place = Pick<LiquidityRecord, 'block_number' | 'log_index'>;
