import type { Interval } from '@openmere/core/swap/contract.ts';
import type { Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';

export type TradeTable = {
  id: string;
  chain_id: number;
  tx_hash: Hex;
  log_index: number;
  block_number: bigint;
  block_hash: Hex;
  block_time: Date;
  address: Hex;
  bought: boolean;
  /** Base units. */
  usdt_amount: bigint;
  open_amount: bigint;
  fee: bigint;
  burned: bigint;
  status: 'seen' | 'final';
  announced: boolean;
};

export type CandleTable = {
  chain_id: number;
  interval: Interval;
  open_time: Date;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume_open: bigint;
  volume_usdt: bigint;
  trades: number;
  first_at: bigint;
  last_at: bigint;
};

export type PoolStateTable = {
  chain_id: number;
  block_number: bigint;
  block_hash: Hex;
  block_time: Date;
  reserve_usdt: bigint;
  reserve_open: bigint;
  lp_total: bigint;
  k_last: bigint;
  burned: bigint;
  pool_bps: number;
  community_bps: number;
  burn_bps: number;
  tradable: boolean;
  twap: bigint | null;
  /** The liquidity desk's own; null while there is none. */
  minimum_add: bigint | null;
  hold_bps: number | null;
  hold_seconds: bigint | null;
  read_at: Date;
};

declare module '../platform/db/schema.ts' {
  interface Schema {
    trade: TradeTable;
    candle: CandleTable;
    pool_state: PoolStateTable;
  }
}

export type Trade = Selectable<TradeTable>;
export type PoolStateRow = Selectable<PoolStateTable>;
