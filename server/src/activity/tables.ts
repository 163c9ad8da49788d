import type { Generated, Selectable } from 'kysely';
import type { BonusKind, BonusStatus } from '@openmere/core/activity/contract.ts';
import type { BonusRefusal } from '@openmere/core/activity/rules.ts';

export type ActivityRoundTable = { starts_at: Date; opened_at: Generated<Date> };

export type ActivityBonusTable = {
  id: string;
  /** When its activity began. */
  round: Date;
  kind: BonusKind;
  member_id: string;
  /** The person: the main account. */
  family_id: string;
  status: BonusStatus;
  reason: BonusRefusal | null;
  happened_at: Date;
  place: number | null;
  deposit_id: string | null;
  /** USDT base units. */
  amount: bigint | null;
  kept: bigint | null;
  due_at: Date | null;
  /** Base units of bonus power; 0 while it is held. */
  power: bigint;
  decided_at: Date;
  /** When its reward was made, which is what one claims. */
  rewarded_at: Date | null;
};

export type Bonus = Selectable<ActivityBonusTable>;

declare module '../platform/db/schema.ts' {
  interface Schema {
    activity_round: ActivityRoundTable;
    activity_bonus: ActivityBonusTable;
  }
}
