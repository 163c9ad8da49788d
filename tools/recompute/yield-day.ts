import { shareOut } from './share.ts';

/** What somebody has when a day's yield is divided: power that is a full day old and not spoken for. */
export type Miner = {
  readonly member: string;
  readonly person: string;
  readonly personal: bigint;
  readonly dynamic: bigint;
  readonly bonus: bigint;
};

export type YieldFacts = {
  /** What the pool held. */
  readonly pool: bigint;
  /** In the order of registration; only who is activated and may do more than leave. */
  readonly miners: readonly Miner[];
  /** EQUITY by person. */
  readonly equity: ReadonlyMap<string, bigint>;
  readonly poolBps: bigint;
  readonly powerBps: bigint;
  readonly powerThreshold: bigint;
  readonly powerInclusive: boolean;
};

export type MinerYield = {
  readonly member: string;
  readonly kind: 'yield' | 'dynamic' | 'bonus';
  readonly amount: bigint;
};

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

/** Divides a day's yield by the rulebook's §9: by power, then no more than the person's EQUITY, then by the kinds of power. */
export function divideYieldOf(facts: YieldFacts): MinerYield[] {
  const { powerThreshold, powerInclusive } = facts;
  const mining = facts.miners.filter(({ personal }) =>
    powerInclusive ? personal >= powerThreshold : personal > powerThreshold,
  );
  const kindsOf = ({ personal, dynamic, bonus }: Miner) => [personal, least(dynamic, personal), bonus];
  const powers = mining.map((miner) => total(kindsOf(miner)));
  const budget = least((facts.pool * facts.poolBps) / 10_000n, (total(powers) * facts.powerBps) / 10_000n);
  const byPower = shareOut(budget, powers);
  const found: MinerYield[] = [];
  for (const [place, miner] of mining.entries()) {
    const family = mining.flatMap(({ person }, at) => (person === miner.person ? [at] : []));
    const wanted = family.map((at) => byPower[at] ?? 0n);
    const there = facts.equity.get(miner.person) ?? 0n;
    const given = total(wanted) <= there ? wanted : shareOut(there, wanted);
    const amounts = shareOut(given[family.indexOf(place)] ?? 0n, kindsOf(miner));
    for (const [at, kind] of (['yield', 'dynamic', 'bonus'] as const).entries()) {
      const amount = amounts[at] ?? 0n;
      if (amount > 0n) found.push({ member: miner.member, kind, amount });
    }
  }
  return found;
}
