import type { Tx } from '../platform/db/connect.ts';

export type PowerKind = 'personal' | 'dynamic' | 'bonus';
/** Hash power in base units. */
export type PowerHolding = { memberId: string; personal: bigint; dynamic: bigint; bonus: bigint };
export type PowerRow = { memberId: string; kind: PowerKind; amount: bigint };

type Grants = { rows: readonly (PowerRow & { key: string; reference: string })[]; at: Date };

/** What minting offers; the process puts them together (app/reward-sources.ts). */
export type PowerSource = {
  /** What is left of lots of personal power that are at least a full day old at `at`, in no order; a member may have several. */
  listPersonalPower: (tx: Tx, query: { at: Date }) => Promise<Iterable<{ memberId: string; left: bigint }>>;
  /** What is left of all such lots, of everybody who has any. */
  listPower: (tx: Tx, query: { at: Date }) => Promise<PowerHolding[]>;
  usePower: (tx: Tx, use: { rows: readonly PowerRow[]; key: string; at: Date }) => Promise<unknown>;
  /** Of many at once: personal power is used by settlements only, each use once. */
  usePersonalPower: (
    tx: Tx,
    use: { rows: readonly Omit<PowerRow, 'kind'>[]; key: string; at: Date },
  ) => Promise<unknown>;
  grantPower: (tx: Tx, grant: Grants) => Promise<unknown>;
  /** The same, and where a key was granted before, that grant stays, whatever it gave. */
  grantRest: (tx: Tx, grant: Grants) => Promise<unknown>;
  /** The same of many that nobody has granted yet: throws where somebody has (`isUniqueViolation`). */
  grantNewPower: (tx: Tx, grant: Grants) => Promise<unknown>;
};
