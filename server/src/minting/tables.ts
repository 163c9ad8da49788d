import type { PowerKind } from '@openmere/core/minting/power.ts';
import type { Generated, Selectable } from 'kysely';

export type PowerLotTable = {
  id: Generated<bigint>;
  member_id: string;
  kind: PowerKind;
  /** Base units. */
  granted: bigint;
  used: Generated<bigint>;
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

declare module '../platform/db/schema.ts' {
  interface Schema {
    power_lot: PowerLotTable;
    power_deduction: PowerDeductionTable;
  }
}

export type PowerDeduction = Selectable<PowerDeductionTable>;
