import { findUnqualified, reasonCode } from '@openmere/core/reward/eligibility.ts';
import { gatherFees, listParts } from '@openmere/core/reward/referral.ts';
import { weighByTime } from '@openmere/core/reward/time-weight.ts';
import { buildTree, levelsOf, performanceDown, sumTeams } from '@openmere/core/reward/tree.ts';
import { linkUplines } from '@openmere/core/reward/uplines.ts';
import { divideWeekly, weighLeaders } from '@openmere/core/reward/weekly.ts';
import type { Weighed } from '@openmere/core/reward/weekly.ts';
import { divideYield } from '@openmere/core/reward/yield.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePeriods } from './compare.ts';
import type { Settled, WrittenReward } from './compare.ts';
import type { Facts, Rules } from './facts.ts';
import { gatherFacts } from './gather.ts';
import type { ChainFacts } from './read-chain.ts';
import { listLedgerFees, listPurchases, referralPart } from './read-journal.ts';
import type { JournalRow } from './read-journal.ts';
import { divideDay, levelsAfter } from './referral-day.ts';
import { divideYieldOf } from './yield-day.ts';

const coin = 10n ** 18n;
const DAY_MS = 86_400_000;
const rules: Rules = {
  parts: { direct: 30, indirect: 10, team: 40, management: 10, leadership: 5, contribution: 5 },
  leadershipLevel: 3,
  dynamicDirectBps: 10_000n,
  dynamicIndirectBps: 5_000n,
  teamRates: [1_000, 1_600, 2_200, 2_800, 3_400, 4_000],
  thresholds: [10_000, 50_000, 200_000, 1_000_000, 5_000_000, 20_000_000].map((usdt) => BigInt(usdt) * coin),
  yieldPoolBps: 100,
  yieldPowerBps: 100,
  powerThreshold: 100n * coin,
  powerInclusive: false,
};
const day = 20;

/** A random community of some generations: what they did, minted and paid on one day. */
const community = fc.integer({ min: 1, max: 25 }).chain((size) =>
  fc.record({
    inviters: fc.tuple(
      ...Array.from({ length: size }, (_, at) => fc.integer({ min: Math.max(-1, at - 5), max: at - 1 })),
    ),
    uses: fc.array(
      fc.record({
        member: fc.integer({ min: 0, max: size - 1 }),
        usdt: fc.integer({ min: -9_000, max: 9_000_000 }),
      }),
      { maxLength: 60 },
    ),
    lots: fc.array(
      fc.record({
        member: fc.integer({ min: 0, max: size - 1 }),
        at: fc.integer({ min: (day - 2) * DAY_MS, max: (day + 1) * DAY_MS }),
        power: fc.integer({ min: 1, max: 150 }),
      }),
      { maxLength: 60 },
    ),
    fees: fc.array(
      fc.record({
        payer: fc.integer({ min: 0, max: size - 1 }),
        part: fc.oneof(fc.bigInt({ min: 1n, max: 99n }), fc.bigInt({ min: 1n, max: 10n ** 24n })),
      }),
      { maxLength: 40 },
    ),
    barred: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
    activated: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
  }),
);
type Community = typeof community extends fc.Arbitrary<infer C> ? C : never;

const name = (member: number): string => `member ${member}`;

function factsOf({ inviters, uses, lots, fees, barred, activated }: Community): Facts {
  return {
    members: inviters.map((inviter, member) => ({
      id: name(member),
      inviter: inviter < 0 ? undefined : name(inviter),
      person: name(member),
      // The others' activation comes after all settlements.
      activatedAt: activated[member] === true ? 0 : 99 * DAY_MS,
      exitOnly: barred[member] === true,
      countryOff: false,
    })),
    fees: fees.map(({ payer, part }) => ({ day, payer: name(payer), coin: 'USDT', part, community: 0n })),
    uses: uses.map(({ member, usdt }) => ({
      day: day - 1,
      member: name(member),
      amount: BigInt(usdt) * coin,
    })),
    lots: lots.map(({ member, at, power }) => ({ member: name(member), at, power: BigInt(power) * coin })),
    bonus: [],
    liquidity: [],
    medals: [],
    equity: [],
    used: [],
    countedBefore: { lastDay: 0, changes: [] },
    funding: [],
    rules,
  };
}

/** What each did, in the engine's unit: of those who are activated. */
function ownOf({ inviters, uses, activated }: Pick<Community, 'inviters' | 'uses' | 'activated'>) {
  const own = new BigInt64Array(inviters.length);
  for (const { member, usdt } of uses)
    if (activated[member] === true) own[member]! += performanceDown(BigInt(usdt) * coin);
  return own;
}

/** The same by the engine that pays: what it would write. */
function engineWrites({ inviters, uses, lots, fees, barred, activated }: Community): WrittenReward[] {
  const tree = buildTree(Int32Array.from(inviters));
  const own = ownOf({ inviters, uses, activated });
  const levels = levelsOf(sumTeams(tree, own).small, rules.thresholds.map(performanceDown));
  const reasons = Uint8Array.from(inviters, (_, member) => {
    const old = lots.filter((lot) => lot.member === member && lot.at <= day * DAY_MS);
    const personalPower = old.reduce((sum, { power }) => sum + BigInt(power) * coin, 0n);
    const is = { activated: activated[member] === true, barred: barred[member] === true };
    const taker = { ...is, countryOff: false, personalPower };
    return reasonCode(findUnqualified(taker, { threshold: rules.powerThreshold, inclusive: false })?.reason);
  });
  const rule = {
    directBps: 3_000,
    indirectBps: 1_000,
    teamBps: rules.teamRates,
    managementBps: 1_000,
    leadershipBps: 500,
    contributionBps: 500,
  };
  const division = { uplines: linkUplines(tree, levels), reasons, rule };
  return listParts(division, gatherFees(fees.map(({ payer, part }) => ({ payer, amount: part }))))
    .filter(({ taker }) => taker !== -1)
    .map(({ payer, taker, kind, amount, reason }) => {
      return {
        pool: 'referral',
        day,
        coin: 'USDT',
        payer: name(payer),
        kind,
        member: name(taker),
        amount,
        reason,
      };
    });
}

const period = (of: Partial<Settled> & { day: number }): Settled => ({
  pool: 'referral',
  days: 1,
  settledAt: (of.day + 1) * DAY_MS,
  liquidityWhole: false,
  funded: new Map(),
  row: 10n,
  ...of,
});
const settled = [period({ day: day - 1 }), period({ day })];

describe('computed anew', () => {
  test('refuses: a reward of one unit more, one that is missing, one too many, one with another reason', () => {
    const given: Community = {
      inviters: [-1, 0, 1],
      uses: [],
      lots: [{ member: 1, at: 0, power: 101 }],
      fees: [{ payer: 2, part: coin }],
      barred: [false, false, false],
      activated: [true, true, true],
    };
    const good = engineWrites(given);
    const differ = (written: WrittenReward[]) => comparePeriods(factsOf(given), settled, written).differences;
    expect(differ(good)).toEqual([]);
    expect(good.map(({ kind, reason }) => `${kind} ${reason ?? ''}`)).toEqual(['direct ', 'indirect power']);
    expect(differ(good.map((one) => ({ ...one, amount: one.amount + 1n })))).toHaveLength(2);
    expect(differ(good.slice(1))).toEqual([
      `referral ${day} USDT of member 2 direct to member 1: 300000000000000000 was not written`,
    ]);
    expect(differ([...good, { ...good[0]!, kind: 'team' }])).toHaveLength(1);
    expect(differ(good.map((one) => ({ ...one, reason: 'barred' })))).toHaveLength(2);
  });

  test('property: what the engine pays is what comes out, to the last unit, of any community', () => {
    fc.assert(
      fc.property(community, (given) => {
        expect(comparePeriods(factsOf(given), settled, engineWrites(given)).differences).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test('property: the parts of a day sum to what was paid', () => {
    fc.assert(
      fc.property(community, (given) => {
        const facts = factsOf(given);
        const parts = divideDay(facts, { day, levels: levelsAfter(facts, day, 0), settledAt: 0 });
        const paid = given.fees.reduce((sum, { part }) => sum + part, 0n);
        expect(parts.reduce((sum, { amount }) => sum + amount, 0n)).toBe(paid);
      }),
    );
  });
});

const power = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 24n }));
const miners = fc.array(
  fc.record({ person: fc.nat(4), personal: power, dynamic: power, bonus: power, equity: power }),
  { maxLength: 20 },
);

test('property: a day’s yield comes out as the engine divides it, to the last unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 26n }), miners, (pool, given) => {
      const threshold = 100n * coin;
      const engine = divideYield({
        pool,
        holders: given.map((one, member) => ({ ...one, member })),
        equity: new Map(given.map(({ person, equity }) => [person, equity])),
        rule: { poolBps: 100, powerBps: 100, needed: { threshold, inclusive: false } },
      });
      const paid = engine.rows.flatMap(({ member, personal, dynamic, bonus }) =>
        Object.entries({ yield: personal, dynamic, bonus }).flatMap(([kind, amount]) =>
          amount > 0n ? [{ member: name(member), kind, amount }] : [],
        ),
      );
      const found = divideYieldOf({
        pool,
        miners: given.map((one, member) => ({ ...one, member: name(member), person: `${one.person}` })),
        equity: new Map(given.map(({ person, equity }) => [`${person}`, equity])),
        poolBps: 100n,
        powerBps: 100n,
        powerThreshold: threshold,
        powerInclusive: false,
      });
      expect(found).toEqual(paid);
    }),
    { numRuns: 300 },
  );
});

const held = fc.array(
  fc.record({
    member: fc.nat(5),
    at: fc.integer({ min: 12 * DAY_MS, max: 22 * DAY_MS }),
    amount: fc.bigInt({ min: 0n, max: 10n ** 20n }),
  }),
  { maxLength: 20 },
);

test('property: a week’s pools come out as the engine divides them, to the last unit', () => {
  const monday = 14;
  const span = { from: monday * DAY_MS, to: (monday + 7) * DAY_MS };
  const sum = fc.bigInt({ min: 1n, max: 10n ** 24n });
  fc.assert(
    fc.property(community, held, sum, (given, holdings, funded) => {
      const size = given.inviters.length;
      const rows = holdings.map((one) => ({ ...one, holder: name(one.member % size) }));
      const facts: Facts = {
        ...factsOf({ ...given, fees: [] }),
        liquidity: rows.map((one) => ({ ...one, member: one.holder })),
        funding: ['leadership', 'contribution'].flatMap((pool) => {
          const one = { pool, coin: 'USDT', row: 1n };
          return [
            { ...one, amount: funded + 5n, day: monday + 6 },
            // Of the week after, though it was there when this one was settled; and what the week before took.
            { ...one, amount: 77n, day: monday + 7 },
            { ...one, amount: -5n, takenBy: monday - 7 },
            { ...one, amount: -funded, takenBy: monday },
          ];
        }),
      };
      const reasons = given.barred.map((barred, member) => {
        const old = given.lots.filter((lot) => lot.member === member && lot.at <= (monday + 6) * DAY_MS);
        const personalPower = old.reduce((total, lot) => total + BigInt(lot.power) * coin, 0n);
        const activated = given.activated[member] === true;
        const taker = { activated, barred, countryOff: false, personalPower };
        return findUnqualified(taker, { threshold: rules.powerThreshold, inclusive: false })?.reason;
      });
      const tree = buildTree(Int32Array.from(given.inviters));
      const week = sumTeams(tree, ownOf(given));
      const levels = levelsOf(week.small, rules.thresholds.map(performanceDown));
      const leaders = weighLeaders(week, levels, Uint8Array.from(reasons, reasonCode), rules.leadershipLevel);
      const weights = weighByTime(rows, span);
      const holders = [...weights].map(([holder, weight]) => {
        const member = Number(holder.slice('member '.length));
        const reason = reasons[member];
        return { member, weight, ...(reason && { reason }) };
      });
      const paid = (kind: string, weighed: readonly Weighed[]): WrittenReward[] =>
        divideWeekly(funded, weighed).parts.map(({ member, amount, reason }) => ({
          pool: kind,
          day: monday,
          coin: 'USDT',
          payer: '',
          kind,
          member: name(member),
          amount,
          reason,
        }));
      const held = new Map([['USDT', funded]]);
      const weekly = { day: monday, days: 7, funded: held, settledAt: span.to, liquidityWhole: false };
      const settledWeek = [
        period({ day: monday + 6 }),
        period({ ...weekly, pool: 'leadership' }),
        period({ ...weekly, pool: 'contribution' }),
      ];
      const written = [...paid('leadership', leaders), ...paid('contribution', holders)];
      expect(comparePeriods(facts, settledWeek, written).differences).toEqual([]);
      const more = { ...facts, funding: [...facts.funding, { ...facts.funding[0]!, amount: 1n }] };
      expect(comparePeriods(more, settledWeek, written).differences).toEqual([
        `leadership ${monday} USDT: ${funded} was divided, ${funded + 1n} was there`,
      ]);
    }),
    { numRuns: 300 },
  );
});

const row = (
  source: string,
  destination: string,
  amount: bigint,
  change: Partial<JournalRow> = {},
): JournalRow => {
  return {
    row: 0n,
    source,
    destination,
    coin: 'USDT',
    amount,
    kind: 'transfer',
    reference: 'tra_1',
    at: 0,
    ...change,
  };
};
const divides = (dayDivided: number) => ({ kind: 'fee-division', reference: `fee-division:${dayDivided}` });

describe('the journal', () => {
  const rows = [
    row('member:ann:available', 'fee:transfer', 3n),
    row('member:ben:available', 'fee:transfer', 4n, { coin: 'OPEN' }),
    row('member:ben:available', 'fee:transfer', 2n),
    row('fee:transfer', 'pool:referral', 4n, divides(7)),
    row('fee:transfer', 'pool:yield', 1n, divides(7)),
    row('member:cat:available', 'fee:transfer', 5n),
    row('fee:transfer', 'pool:referral', 5n, divides(9)),
  ];

  test('refuses: a division that ends within a fee', () => {
    const broken = [...rows.slice(0, 3), row('fee:transfer', 'pool:referral', 4n, divides(7))];
    expect(() => listLedgerFees(broken, 'fee:transfer')).toThrow('ends within a fee');
  });

  test('behavior: a fee belongs to the settlement whose sum it fills; what is not divided yet belongs to none', () => {
    expect(listLedgerFees(rows, 'fee:transfer')).toEqual([
      { day: 7, coin: 'USDT', payer: 'ann', fee: 3n },
      { day: 7, coin: 'USDT', payer: 'ben', fee: 2n },
      { day: 9, coin: 'USDT', payer: 'cat', fee: 5n },
    ]);
  });

  test.each([
    [1n, 1n],
    [2n, 1n],
    [10n, 4n],
    [101n, 41n],
  ])('behavior: of a fee of %s units, %s are for referral', (fee, part) => {
    const shares = Object.entries({ referral: 40, yield: 25, node: 20, 'market-value': 10, operations: 5 });
    expect(
      referralPart(
        fee,
        shares.map(([of, percent]) => ({ of, percent })),
      ),
    ).toBe(part);
  });
});

const bought = { kind: 'order-complete', reference: 'ord_1', at: 5 };
const purchase = [
  row('pool:mall-orders', 'member:ann:held', 4n, bought),
  row('member:ann:held', 'world', 4n, { ...bought, coin: 'OBL' }),
  row('member:ann:held', 'member:shop:available', 95n, bought),
  row('member:ann:held', 'pool:mall-margin', 2n, bought),
  row('world', 'member:ann:available', 2n, { ...bought, coin: 'OBL' }),
  row('member:ann:held', 'fee:mall', 3n, bought),
];

describe('orders of the mall', () => {
  test('behavior: what was kept is the buyer’s use, OBL counted by what stood behind it; the fee is the buyer’s', () => {
    const other = row('member:ann:held', 'member:ann:available', 7n, {
      kind: 'order-refund',
      reference: 'ord_2',
    });
    expect(listPurchases([other, ...purchase])).toEqual([{ member: 'ann', at: 5, value: 100n }]);
    const divided = [...purchase, row('fee:mall', 'pool:referral', 3n, divides(7))];
    expect(listLedgerFees(divided, 'fee:mall')).toEqual([{ day: 7, coin: 'USDT', payer: 'ann', fee: 3n }]);
  });
});

describe('gathered', () => {
  const place = (key: string, at: number) => ({ key, block: BigInt(at), index: 0, at });
  const chain: ChainFacts = {
    activated: [
      { ...place('a-0', 1), wallet: '0xann', inviter: '0xroot' },
      { ...place('b-0', 2), wallet: '0xben', inviter: '0xann' },
    ],
    uses: [
      { ...place('t-1', 5 * DAY_MS), wallet: '0xben', kind: 'swap', value: 2_000_000_500_000n, fee: 10n },
      { ...place('t-2', 9 * DAY_MS), wallet: '0xnobody', kind: 'swap', value: 7n, fee: 5n },
    ],
    liquidity: [
      { ...place('l-1', 5 * DAY_MS), wallet: '0xann', added: true, value: 9n * coin, lp: 3n },
      { ...place('l-2', 6 * DAY_MS), wallet: '0xann', added: false, value: 0n, lp: 1n },
    ],
    minted: [{ ...place('m-1', 7), wallet: '0xann', power: 5n }],
    medals: [{ ...place('n-1', 8), wallet: '0xben', token: 1n, amount: 2n }],
  };
  const members = ['ann', 'ben'].map((id, at) => {
    const inviter = at === 0 ? undefined : 'ann';
    return { id, inviter, person: id, wallet: `0x${id}`, exitOnly: false, countryOff: false };
  });
  const settings = {
    ...rules,
    feeShares: [
      { of: 'referral', percent: 40 },
      { of: 'yield', percent: 60 },
    ],
    weights: { swap: 10_000, usdo: 10_000, liquidity: 10_000, node: 0, mall: 10_000 },
  };
  const journal = [
    row('fee:swap', 'pool:referral', 4n, { kind: 'swap-fee-division', reference: 'trd_t-1' }),
    row('fee:swap', 'pool:referral', 2n, { kind: 'swap-fee-division', reference: 'trd_t-2' }),
    row('world', 'member:ben:available', 9n, { coin: 'EQUITY' }),
    row('member:ben:available', 'world', 2n, { coin: 'EQUITY' }),
    row('world', 'member:ann:available', 3n, { kind: 'reward-credit', reference: 'yield:8:1', coin: 'POY' }),
  ];

  const countedBefore = { lastDay: 0, changes: [] };

  test('refuses: an inviter who is another on the chain, and a fee that the journal has otherwise', () => {
    const other = members.map((one) => (one.id === 'ben' ? { ...one, inviter: 'cat' } : one));
    expect(() =>
      gatherFacts({ members: other, chain, journal, settings, bonus: [], countedBefore, firstDay: 8 }),
    ).toThrow('on the chain their inviter');
    expect(() =>
      gatherFacts({ members, chain, journal: [], settings, bonus: [], countedBefore, firstDay: 8 }),
    ).toThrow('for referral, 0 in the journal');
  });

  test('behavior: fees by day and payer, uses in whole millionths, lots, and power that was used up', () => {
    const facts = gatherFacts({ members, chain, journal, settings, bonus: [], countedBefore, firstDay: 8 });
    expect(facts.members.map(({ activatedAt }) => activatedAt)).toEqual([0, 2]);
    expect(facts.fees).toEqual([
      { day: 8, payer: 'ben', coin: 'USDT', part: 4n, community: 10n },
      { day: 9, payer: '', coin: 'USDT', part: 2n, community: 5n },
    ]);
    expect(facts.uses).toEqual([
      { day: 5, member: 'ben', amount: 2_000_000_000_000n },
      { day: 5, member: 'ann', amount: 9n * coin, liquidityAt: 5 * DAY_MS },
      { day: 6, member: 'ann', amount: -3n * coin, liquidityAt: 6 * DAY_MS },
    ]);
    expect(facts.lots).toEqual([{ member: 'ann', at: 7, power: 5n }]);
    expect(facts.used).toEqual([{ day: 8, member: 'ann', power: 3n }]);
    expect(facts.equity.map(({ person, change }) => [person, change])).toEqual([
      ['ben', 9n],
      ['ben', -2n],
    ]);
    expect(facts.liquidity.map(({ member, amount }) => [member, amount])).toEqual([
      ['ann', 3n],
      ['ann', 2n],
    ]);
    expect(facts.medals).toEqual([{ holder: '1 0xben', member: 'ben', at: 8, amount: 2n }]);
  });
});
