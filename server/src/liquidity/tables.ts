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
  /** Whether it counts towards EQUITY: an adding of somebody’s who may do more than leave. */
  earns: Generated<boolean>;
  member_id: string | null;
  tx_hash: Hex;
  log_index: number;
  block_number: bigint;
  block_hash: Hex;
  block_time: Date;
  /** A reorganisation took its log and did not bring it again: it counts in nothing. */
  lost: Generated<boolean>;
};

export type LiquidityPositionTable = {
  chain_id: number;
  address: Hex;
  lp: bigint;
  paid_usdt: bigint;
  paid_open: bigint;
  paid_value: bigint;
  entry_root_e18: bigint;
  /** What of the paid-in value counts towards EQUITY. */
  counted: Generated<bigint>;
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

export type LiquidityLockTable = {
  chain_id: number;
  address: Hex;
  free_at: Date;
  lp: bigint;
};

export type LiquidityLiftTable = {
  chain_id: number;
  /** Null: nothing is lifted. */
  since: Date | null;
  /** Where the log stands that said so last. */
  block_number: bigint;
  log_index: number;
};

/** Per person; days are whole ones since 1970, UTC. */
export type EquityStakeTable = {
  person_id: string;
  paid: Generated<bigint>;
  mark: Generated<bigint>;
  settled_day: number;
  changed_day: number;
};

export type EquityDayTable = {
  person_id: string;
  day: number;
  lowest: bigint;
  closing: bigint;
  member_id: string;
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
    liquidity_lock: LiquidityLockTable;
    liquidity_lift: LiquidityLiftTable;
    equity_stake: EquityStakeTable;
    equity_day: EquityDayTable;
    equity_person: EquityPersonTable;
    equity_holder: EquityHolderTable;
    equity_grant: EquityGrantTable;
  }
}

export type LiquidityRecord = Omit<Selectable<LiquidityRecordTable>, 'lost'>;
export type EquityPerson = Selectable<EquityPersonTable>;
/** A record as its log says it: before it has an id, a status and EQUITY. */
export type RecordEntry = Omit<LiquidityRecord, 'id' | 'status' | 'equity' | 'earns' | 'member_id'>;
/** Where a log stands in the chain. */
export type LogPosition = Pick<LiquidityRecord, 'block_number' | 'log_index'>;
