import type { BonusKind, BonusStatus } from '@openmere/core/activity/contract.ts';
import type { BonusRefusal } from '@openmere/core/activity/rules.ts';
import type { Generated, Selectable } from 'kysely';
import type { Hex } from '../platform/chain/log.ts';

/** `ends_at`: its end while it ran; null of those that were over when the column came. */
export type ActivityRoundTable = { starts_at: Date; opened_at: Generated<Date>; ends_at: Date | null };

export type ActivityBonusTable = {
  id: string;
  /** Which activity: when it was to begin as it was first opened. */
  round: Date;
  kind: BonusKind;
  member_id: string;
  /** The person: the main account. */
  family_id: string;
  status: BonusStatus;
  reason: BonusRefusal | null;
  happened_at: Date;
  place: number | null;
  /** By chain, or by bank: a deposit bonus has one of the two. */
  deposit_id: string | null;
  fiat_order_id: string | null;
  /** USDT base units. */
  amount: bigint | null;
  kept: bigint | null;
  /** Up to which entry of the ledger `kept` counts already. */
  kept_through: Generated<bigint | null>;
  due_at: Date | null;
  /** Base units of bonus power; 0 while it is held. */
  power: bigint;
  decided_at: Date;
  /** When its reward was made, which is what one claims. */
  rewarded_at: Date | null;
};

export type BuyBackTable = {
  id: string;
  chain_id: number;
  contract: Hex;
  order_id: Hex;
  /** Base units: USDT to spend, least OPEN to get. */
  amount: bigint;
  min_open: bigint;
  deadline: Date;
  maker_id: string;
  checker_id: string;
  made_at: Date;
  status: Generated<'open' | 'done' | 'expired'>;
  signature: Generated<Hex | null>;
  signed_at: Generated<Date | null>;
  refused: Generated<string | null>;
  looked_block: Generated<bigint | null>;
  open_burned: Generated<bigint | null>;
  tx_hash: Generated<Hex | null>;
  block_number: Generated<bigint | null>;
  ended_at: Generated<Date | null>;
};

export type BuyBack = Selectable<BuyBackTable>;
export type Bonus = Selectable<ActivityBonusTable>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    activity_round: ActivityRoundTable;
    activity_bonus: ActivityBonusTable;
    buy_back: BuyBackTable;
  }
}
