import type { NodeType } from '@openmere/core/node/rules.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';

export type NodeMedalTable = {
  chain_id: number;
  token_id: number;
  type: NodeType;
  first_owner: Hex;
  tx_hash: Hex;
  block_number: bigint;
  subscribed_at: Date;
  equity_at: Generated<Date | null>;
  equity_member: Generated<string | null>;
  /** Base units. */
  equity: Generated<bigint | null>;
};

export type NodeHoldingTable = {
  chain_id: number;
  token_id: number;
  block_number: bigint;
  log_index: number;
  holder: Hex;
  tx_hash: Hex;
  from_at: Date;
  until_at: Date | null;
};

export type NodeSaleTable = {
  chain_id: number;
  type: NodeType;
  total: number;
  sold: number;
  /** USDT base units. */
  price: bigint;
  opens_at: Date;
  closes_at: Date;
  paused: boolean;
  block_number: bigint;
  block_time: Date;
};

export type NodePermitTable = {
  id: string;
  chain_id: number;
  contract: Hex;
  address: Hex;
  deadline: Date;
  maker_id: string;
  checker_id: string;
  made_at: ColumnType<Date, never, never>;
  signature: Hex | null;
  signed_at: Date | null;
  /** When it was told to whom it is for. */
  announced_at: Generated<Date | null>;
};

export type Medal = Selectable<NodeMedalTable>;
export type NodeSale = Selectable<NodeSaleTable>;
export type Permit = Selectable<NodePermitTable>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    node_medal: NodeMedalTable;
    node_holding: NodeHoldingTable;
    node_sale: NodeSaleTable;
    node_permit: NodePermitTable;
  }
}
