import { endOfDay } from '@openmere/core/kit/day.ts';
import { countedDynamic, divideYield } from '@openmere/core/reward/yield.ts';
import type { PowerHolder, YieldRow } from '@openmere/core/reward/yield.ts';
import { balancesOf } from '../ledger/balances.ts';
import { listEquity, listHolders } from '../liquidity/equity-store.ts';
import { listGenealogy } from '../member/genealogy-store.ts';
import type { Genealogy } from '../member/genealogy-store.ts';
import type { Ctx } from '../platform/context.ts';
import { inSnapshot } from '../platform/db/connect.ts';
import type { Tx } from '../platform/db/connect.ts';
import { readSettings } from '../setting/read.ts';
import { creditYield } from './credit-yield.ts';
import { fundedThrough } from './funded.ts';
import { sumUnclaimed } from './reward-store.ts';
import { runSettlement } from './run-steps.ts';
import { liftLimits } from './settlement-store.ts';
import type { SettleDeps } from './sources.ts';
import type { NewReward, SettlementSum } from './tables.ts';
import type { WriteRewards } from './write-parts.ts';

/** Members whose rewards are made at once. */
const AT_ONCE = 10_000;

/**
 * Settles a day's yield (rulebook §9): decided at once, reserved in USDT at once, then credited in batches, each a transaction that
 * takes the EQUITY and the power and notes how far it is. Yield of dynamic and bonus power waits to be claimed; its EQUITY is used
 * now, its power by the claim. What the pool got in another coin than USDT goes to the market-value pool.
 */
export async function settleYield(ctx: SettleDeps, day: number): Promise<void> {
  const of = { pool: 'yield', period: day, days: 1 } as const;
  await runSettlement(ctx, {
    of,
    steps: {
      decide: (tx, write) => divideDay(ctx, tx, { day, write }),
      credit: (settlement) => creditYield(ctx, settlement),
    },
  });
}

/** What the pool would give whom of what it held at the end of the day, by what power and EQUITY there are then. Nothing is written. */
export async function decideDay(
  ctx: Pick<SettleDeps, 'db' | 'sources'> & { tx: Tx },
  { day }: { day: number },
) {
  const { tx } = ctx;
  const settings = await readSettings(tx);
  const pool = await fundedThrough({ tx }, { pool: 'yield', coinId: 'USDT', day });
  const genealogy = await listGenealogy(tx);
  const { members } = genealogy;
  const persons = await readPersons(tx, genealogy);
  const { unclaimed, powers } = await readPowers(ctx, day);
  const holders = members.flatMap(({ id, activated, only_leaves: onlyLeaves }, member): PowerHolder[] => {
    const power = powers.get(id);
    if (!power || !activated || onlyLeaves) return [];
    return [
      {
        member,
        person: persons.numberOf(member),
        personal: power.personal,
        // What is claimable is spoken for: claiming it uses that power up.
        dynamic: power.dynamic - (unclaimed.get(id)?.dynamic ?? 0n),
        bonus: power.bonus - (unclaimed.get(id)?.bonus ?? 0n),
      },
    ];
  });
  const rule = {
    poolBps: settings.rewardYieldPoolBps,
    powerBps: settings.rewardYieldPowerBps,
    needed: { threshold: settings.mintingThreshold, inclusive: settings.mintingThresholdInclusive },
  };
  const division = divideYield({ pool, holders, equity: persons.equity, rule });
  return { pool, members, holders, equity: persons.equity, rule, division };
}

async function divideDay(
  deps: SettleDeps,
  tx: Tx,
  { day, write }: { day: number; write: WriteRewards },
): Promise<SettlementSum[]> {
  const { pool, members, holders, division } = await decideDay({ ...deps, tx }, { day });
  const { rows, paid, budget, activePower } = division;
  const powerOf = new Map(holders.map((holder) => [holder.member, holder]));
  // A part at a time: the rewards of a million members need not all stand in memory.
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const rewards = rows.slice(at, at + AT_ONCE).flatMap((row) => {
      const memberId = members[row.member]?.id ?? '';
      return rewardsOf(row, { memberId, day, budget, activePower, holder: powerOf.get(row.member) });
    });
    await write(rewards);
  }
  const sums = await listOtherCoins({ tx }, { day });
  if (paid > 0n) {
    const poy = rows.reduce((sum, row) => sum + row.personal, 0n);
    const none = { leadership: 0n, contribution: 0n, market_value: 0n };
    const sum = { pool: 'yield', period: day, coin_id: 'USDT', funded: pool, poy, due: paid - poy } as const;
    sums.push({ ...sum, ...none });
  }
  return sums;
}

/**
 * What the pool holds in another coin than USDT. A POY is backed by one USDT, so nobody can be given it here: it has no taker, and
 * all of it goes to the market-value pool (rulebook §10).
 */
export async function listOtherCoins(
  { tx }: Pick<Ctx, 'tx'>,
  { day }: { day: number },
): Promise<SettlementSum[]> {
  const balances = await balancesOf(tx, 'pool:yield');
  const none = { due: 0n, poy: 0n, leadership: 0n, contribution: 0n };
  return [...balances].flatMap(([coin_id, funded]): SettlementSum[] =>
    coin_id === 'USDT' || funded === 0n
      ? []
      : [{ pool: 'yield', period: day, coin_id, funded, ...none, market_value: funded }],
  );
}

/**
 * The power of each, and what of it claims will use up: as both were at one moment. A claim takes from the one and from the other, and
 * one that came between two looks would be taken off twice.
 */
function readPowers({ db, sources }: Pick<SettleDeps, 'db' | 'sources'>, day: number) {
  return inSnapshot(db, async (tx) => {
    await liftLimits(tx);
    const unclaimed = await sumUnclaimed(tx);
    const powers = await sources.power.listPower(tx, { at: new Date(endOfDay(day)) });
    return {
      unclaimed: new Map(unclaimed.map((one) => [one.memberId, one])),
      powers: new Map(powers.map((one) => [one.memberId, one])),
    };
  });
}

/** A person's accounts draw on one EQUITY: the person of each member by number, and what each person has. */
async function readPersons(tx: Tx, { members, numberOf }: Genealogy) {
  const ofPerson = (id: string): number => numberOf.get(id) ?? -1;
  const persons = Int32Array.from(members, ({ id, person_id: main }, number) =>
    main === id ? number : ofPerson(main),
  );
  for (const { memberId, personId } of await listHolders(tx)) {
    const number = numberOf.get(memberId);
    if (number !== undefined) persons[number] = ofPerson(personId);
  }
  const equity = new Map<number, bigint>();
  for (const { personId, left } of await listEquity(tx)) equity.set(ofPerson(personId), left);
  return { numberOf: (member: number) => persons[member] ?? -1, equity };
}

type Facts = {
  memberId: string;
  day: number;
  budget: bigint;
  activePower: bigint;
  holder: PowerHolder | undefined;
};

/** Up to three: by the kind of power. `weight` is the power that took part, `base` what the pool gave out. */
function rewardsOf(row: YieldRow, { memberId, day, budget, activePower, holder }: Facts): NewReward[] {
  const common = {
    member_id: memberId,
    coin_id: 'POY',
    pool: 'yield',
    period: day,
    payer: null,
    level: null,
    rate_bps: null,
    already_bps: null,
    base: budget,
    weight_total: activePower,
    reason: null,
    missing: null,
    at: new Date(endOfDay(day)),
    key: null,
  };
  const kinds = [
    { kind: 'yield', power: 'personal', status: 'claimed' },
    { kind: 'dynamic', power: 'dynamic', status: 'claimable' },
    { kind: 'bonus', power: 'bonus', status: 'claimable' },
  ] as const;
  const weights = holder ? { ...holder, dynamic: countedDynamic(holder) } : undefined;
  return kinds.flatMap(({ kind, power, status }) =>
    row[power] === 0n
      ? []
      : [{ ...common, kind, amount: row[power], status, weight: weights?.[power] ?? 0n }],
  );
}
