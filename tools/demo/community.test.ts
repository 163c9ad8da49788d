import { expect, test } from 'vitest';
import { planCommunity, planMembers } from './community.ts';
import { planHistory, TRADER_COUNT } from './plan.ts';

const day = 86_400;
const until = 1_800_000_000;
const from = until - 28 * day;
const steps = planCommunity(from, until, planHistory(from, until));
const members = planMembers(from);
const generationOf = (index: number): number => {
  const inviter = members[index]?.inviter;
  return inviter === undefined ? 1 : 1 + generationOf(inviter);
};

test('refuses: nobody does anything before joining, and nobody joins before the inviter', () => {
  const joined = new Map<number, number>();
  for (const { time, trader, act } of steps) {
    if (trader < TRADER_COUNT) continue;
    if (act.kind === 'join') {
      const inviter = members[trader - TRADER_COUNT]?.inviter;
      if (inviter !== undefined) expect(joined.get(TRADER_COUNT + inviter)).toBeLessThan(time);
      joined.set(trader, time);
    } else expect(joined.get(trader)).toBeLessThan(time);
  }
  expect(joined.size).toBe(members.length);
});

test('property: the steps are in order, a second apart at least, with room for who joins', () => {
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1];
    if (next) expect(next.time - step.time).toBeGreaterThanOrEqual(step.act.kind === 'join' ? 20 : 1);
  }
  expect(steps.at(-1)?.time).toBeLessThan(until);
});

test('behavior: forty members in four generations, by other names; the first has the most', () => {
  expect(members).toHaveLength(40);
  expect(new Set(members.map(({ nickname }) => nickname)).size).toBe(40);
  expect(new Set(members.keys().map(generationOf))).toEqual(new Set([1, 2, 3, 4]));
  const directs = (index: number) => members.filter(({ inviter }) => inviter === index).length;
  expect(directs(0)).toBeGreaterThan(directs(1));
});

test('behavior: most mint hash power, each in a calm of the market', () => {
  const moves = steps.filter(({ act }) => !['mint', 'join', 'look'].includes(act.kind));
  const mints = steps.filter(({ act }) => act.kind === 'mint');
  expect(mints.length).toBe(32);
  for (const { time } of mints) {
    const last = moves.findLast((move) => move.time < time);
    expect(time - (last?.time ?? 0)).toBeGreaterThanOrEqual(30 * 60);
  }
});

test('behavior: the same span gives the same community', () => {
  expect(planCommunity(from, until, planHistory(from, until))).toEqual(steps);
});

test('behavior: the averages are looked at up to the end, so that minting is open from the first moment', () => {
  const looks = steps.filter(({ act }) => act.kind === 'look').map(({ time }) => time);
  expect(until - (looks.at(-1) ?? 0)).toBeLessThan(2 * 60);
  const gaps = looks.slice(1).map((time, at) => time - (looks[at] ?? 0));
  expect(gaps).toHaveLength(6);
  // Six means of at least five minutes, and together never more than an hour (TwapOracle.MAX_SPAN).
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(300);
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeLessThan(45 * 60);
});
