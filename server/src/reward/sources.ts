import type { JournalEntry } from '@openmere/core/ledger/entry.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { PowerSource } from './power-source.ts';

/** `memberId` is null where the wallet is nobody’s. */
export type Weight = { memberId: string | null; weight: bigint };
/** A week or a part of one, in milliseconds since 1970. */
export type Span = { from: Date; to: Date };

/**
 * What the settlement asks of the domains that own the figures; the process puts them together (app/reward-sources.ts). Without
 * performance levels stay as they are; a pool without weights keeps what it has.
 */
export type RewardSources = {
  power: PowerSource;
  performance?: {
    /** USDT value of what members did on these days (both included), base units. */
    list: (
      db: Db | Tx,
      days: { from: number; to: number },
    ) => Promise<{ memberId: string; amount: bigint }[]>;
    /** The same of the week that begins on `monday`, with liquidity weighed by time. */
    listWeek: (db: Db | Tx, monday: number) => Promise<{ memberId: string; amount: bigint }[]>;
    /** Small-region performance from which a member is V1 … V6, USDT base units. */
    listThresholds: (db: Db | Tx) => Promise<readonly bigint[]>;
  };
  /**
   * Settles the EQUITY of all days that have ended, which the yield of the last one draws on: whichever job ran first at midnight would
   * otherwise decide who gets any. Once settled it does nothing.
   */
  settleEquity?: (deps: { db: Db; chainId: number; signal?: AbortSignal | undefined }) => Promise<void>;
  /** Medals by their kind's weight and how long they were held. */
  listMedalWeights?: (tx: Tx, span: Span) => Promise<Weight[]>;
};

export type SettleDeps = {
  db: Db;
  chainId: number;
  sources: RewardSources;
  /** Posts entries of the ledger in order, in the transaction; throws when one is refused. Says nothing to members. */
  post: (tx: Tx, entries: readonly JournalEntry[]) => Promise<unknown>;
  signal?: AbortSignal | undefined;
  /** For tests: rewards that are credited in one transaction. */
  batch?: number;
  /** For tests: called after each step, so that one can die there. */
  onStep?: (step: string) => void;
};
