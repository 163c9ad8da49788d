import { expect, test } from 'vitest';
import { oneCoin } from '../money/amount.ts';
import { liveOneDay, openDraw, poolNames, SimCommunity } from './test-community.ts';

/** Rulebook §0.6, threats R22: stop all new members and deposits; everything owed must still be payable, at each moment. */
const years = 3 * 365;

function live(days: number, options: { promisesOnPower?: boolean } = {}, look?: (one: SimCommunity) => void) {
  const community = new SimCommunity(options);
  const draw = openDraw(20_261_122);
  community.join(-1);
  for (let day = 0; day < days; day += 1) {
    liveOneDay(community, draw);
    community.endDay();
    look?.(community);
  }
  return community;
}

/** What is missing if everybody comes today. */
function missing(community: SimCommunity): bigint {
  const { rewards, poy } = community.owed();
  const short = (owed: bigint, there: bigint) => (owed > there ? owed - there : 0n);
  return short(rewards, community.balance('rewards-due')) + short(poy, community.balance('poy'));
}

function everybodyTakesAll(community: SimCommunity): bigint {
  return [...community.members.keys()].reduce(
    (sum, member) => sum + community.claim(member) + community.redeem(member),
    0n,
  );
}

const whole = (amount: bigint): number => Number(amount / oneCoin);

/** The table of docs/economics.md. */
const row = (label: string, community: SimCommunity) => ({
  label,
  members: community.members.length,
  feesPaid: whole(community.feesPaid),
  paidOut: whole(community.paidOut),
  owed: whole(community.owed().rewards + community.owed().poy),
  setAside: whole(community.balance('rewards-due') + community.balance('poy')),
  yieldPool: whole(community.balance('yield')),
});

test('refuses: a yield that is promised on power alone does not pass this test', () => {
  const short: bigint[] = [];
  const look = (community: SimCommunity) => short.push(missing(community));
  expect(() => live(400, { promisesOnPower: true }, look)).toThrow('pool poy is not overdrawn');
  expect(short.at(-1)).toBeGreaterThan(oneCoin);
});

test('property: for three years, and after everything has stopped, what is owed is there to the unit, on each day', () => {
  const rows: ReturnType<typeof row>[] = [];
  const check = (one: SimCommunity): void => {
    const { rewards, poy } = one.owed();
    expect([one.balance('rewards-due'), one.balance('poy')]).toEqual([rewards, poy]);
    expect(poolNames.filter((name) => one.balance(name) < 0n)).toEqual([]);
    // Not one unit of a deposit, a node's price or consumed OPEN is paid to members.
    expect(one.paidOut + rewards + poy <= one.feesPaid).toBe(true);
  };
  const community = live(years, {}, (one) => {
    check(one);
    if (one.day % 365 === 0) rows.push(row(`year ${one.day / 365}`, one));
  });
  const owed = community.owed();
  expect(missing(community)).toBe(0n);
  expect(everybodyTakesAll(community)).toBe(owed.rewards + owed.poy);
  rows.push(row('the stop: everybody takes all', community));
  for (let day = 1; day <= 365; day += 1) {
    community.endDay();
    check(community);
    if (day === 30 || day === 365) rows.push(row(`${day} days later`, community));
  }
  const late = community.owed();
  expect(everybodyTakesAll(community)).toBe(late.rewards + late.poy);
  expect(community.balance('rewards-due') + community.balance('poy')).toBe(0n);
  rows.push(row('everybody takes all again', community));
  expect(rows).toMatchInlineSnapshot(`
    [
      {
        "feesPaid": 20939,
        "label": "year 1",
        "members": 82,
        "owed": 495,
        "paidOut": 11046,
        "setAside": 495,
        "yieldPool": 2398,
      },
      {
        "feesPaid": 93627,
        "label": "year 2",
        "members": 189,
        "owed": 1722,
        "paidOut": 61875,
        "setAside": 1722,
        "yieldPool": 6203,
      },
      {
        "feesPaid": 223460,
        "label": "year 3",
        "members": 292,
        "owed": 2223,
        "paidOut": 160542,
        "setAside": 2223,
        "yieldPool": 9877,
      },
      {
        "feesPaid": 223460,
        "label": "the stop: everybody takes all",
        "members": 292,
        "owed": 0,
        "paidOut": 162766,
        "setAside": 0,
        "yieldPool": 9877,
      },
      {
        "feesPaid": 223460,
        "label": "30 days later",
        "members": 292,
        "owed": 2883,
        "paidOut": 162766,
        "setAside": 2883,
        "yieldPool": 7315,
      },
      {
        "feesPaid": 223460,
        "label": "365 days later",
        "members": 292,
        "owed": 9941,
        "paidOut": 162766,
        "setAside": 9941,
        "yieldPool": 257,
      },
      {
        "feesPaid": 223460,
        "label": "everybody takes all again",
        "members": 292,
        "owed": 0,
        "paidOut": 172707,
        "setAside": 0,
        "yieldPool": 257,
      },
    ]
  `);
});

test('behavior: a run on any day is paid in full, and life goes on', () => {
  for (const days of [1, 8, 100, 365]) {
    const community = live(days);
    const { rewards, poy } = community.owed();
    expect(everybodyTakesAll(community)).toBe(rewards + poy);
    community.endDay();
    expect(missing(community)).toBe(0n);
  }
});
