import type { Funding } from './funding.ts';

/**
 * What rewards are computed from: what the chain's logs and the ledger's journal say, and who is who. Amounts are base units (10⁻¹⁸ of a
 * coin), moments milliseconds since 1970, days whole UTC days since then.
 */
export type MemberFact = {
  readonly id: string;
  readonly inviter: string | undefined;
  /** The main account: a person's accounts draw on one EQUITY. */
  readonly person: string;
  readonly activatedAt: number | undefined;
  readonly exitOnly: boolean;
  readonly countryOff: boolean;
};

/** A fee that somebody paid; `part` is what of it went to the referral pool. */
export type FeeFact = {
  readonly day: number;
  readonly payer: string;
  readonly coin: string;
  readonly part: bigint;
  /** The whole fee where it is a community fee, paid on chain: power comes of it. */
  readonly community: bigint;
};

/** What somebody did, as it counts: whole millionths of a USDT, below zero for removed liquidity. */
export type UseFact = {
  readonly day: number;
  readonly member: string;
  readonly amount: bigint;
  /** When liquidity was added or removed: it counts by time in the week's pool. Undefined: another use. */
  readonly liquidityAt?: number;
};

/**
 * The rule by which liquidity counts by time came while there was liquidity already (decision 0307). Of the days up to then, by member:
 * what each change × the milliseconds into its day is taken as.
 */
export type CountedBefore = {
  readonly lastDay: number;
  readonly changes: readonly { readonly member: string; readonly day: number; readonly amountMs: bigint }[];
};

/** Personal hash power, from the moment of its block. */
export type LotFact = { readonly member: string; readonly at: number; readonly power: bigint };

export type Held = {
  readonly holder: string;
  readonly member: string | undefined;
  readonly at: number;
  readonly amount: bigint;
};

export type Facts = {
  /** In the order of registration. */
  readonly members: readonly MemberFact[];
  readonly fees: readonly FeeFact[];
  readonly uses: readonly UseFact[];
  readonly countedBefore: CountedBefore;
  readonly lots: readonly LotFact[];
  /** Bonus power, from when it was granted. */
  readonly bonus: readonly LotFact[];
  /** From `at` on, the member has so much liquidity (LP), or so much weight in medals. */
  readonly liquidity: readonly Held[];
  readonly medals: readonly Held[];
  /** EQUITY that a person got or spent, in the order of the journal. */
  readonly equity: readonly { readonly row: bigint; readonly person: string; readonly change: bigint }[];
  /** Personal power that yield used up, by the day whose yield it was. */
  readonly used: readonly { readonly day: number; readonly member: string; readonly power: bigint }[];
  /** What came into the pools and was taken out of them, in the order of the journal. */
  readonly funding: readonly Funding[];
  readonly rules: Rules;
};

export type Rules = {
  /** Percent of a payer's referral part. */
  readonly parts: Readonly<
    Record<'direct' | 'indirect' | 'team' | 'management' | 'leadership' | 'contribution', number>
  >;
  /** Of V1, V2 …, in basis points. */
  readonly teamRates: readonly number[];
  /** The level from which members share the leadership pool. */
  readonly leadershipLevel: number;
  /** Power for each USDT of a direct's and of an indirect's community fee, in basis points of it. */
  readonly dynamicDirectBps: bigint;
  readonly dynamicIndirectBps: bigint;
  /** Small region of V1, V2 …, in USDT base units. */
  readonly thresholds: readonly bigint[];
  /** What a day's yield pays at most, in basis points of the pool and of the active power. */
  readonly yieldPoolBps: number;
  readonly yieldPowerBps: number;
  readonly powerThreshold: bigint;
  /** Exactly the threshold is enough. */
  readonly powerInclusive: boolean;
};

/** One part of one payer's fees of a day, or what is left of them. */
export type Recomputed = {
  readonly day: number;
  readonly coin: string;
  readonly payer: string;
  readonly kind: string;
  /** Undefined: a pool. */
  readonly member: string | undefined;
  readonly amount: bigint;
  readonly reason: string | undefined;
};
