import type { Tx } from '../platform/db/connect.ts';

export type PowerKind = 'personal' | 'dynamic' | 'bonus';
/** Hash power in base units. */
export type PowerHolding = { memberId: string; personal: bigint; dynamic: bigint; bonus: bigint };
export type PowerRow = { memberId: string; kind: PowerKind; amount: bigint };

/** What minting offers; the process puts them together (app/reward-sources.ts). */
export type PowerSource = {
  /** Lots that are at least a full day old at `at`, of everybody who has any. */
  listPower: (tx: Tx, query: { at: Date }) => Promise<PowerHolding[]>;
  usePower: (tx: Tx, use: { rows: readonly PowerRow[]; key: string; at: Date }) => Promise<unknown>;
  /** Of many at once: personal power is used by settlements only, each use once. */
  usePersonalPower: (
    tx: Tx,
    use: { rows: readonly Omit<PowerRow, 'kind'>[]; key: string; at: Date },
  ) => Promise<unknown>;
  grantPower: (
    tx: Tx,
    grant: { rows: readonly (PowerRow & { key: string; reference: string })[]; at: Date },
  ) => Promise<unknown>;
};
