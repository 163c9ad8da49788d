import { oneCoin } from '@openmere/core/money/amount.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseSanctions } from '../member/sanctions-store.ts';
import { checkCaps, tightestCaps } from './caps.ts';
import { assessRisk, riskChecks } from './risk.ts';
import type { RiskCheck, RiskFacts, RiskPolicy } from './risk.ts';

const policy: RiskPolicy = {
  reviewScore: 50,
  largeAmount: 5000n * oneCoin,
  automaticDaily: 1000n * oneCoin,
  automaticDailyTotal: 20_000n * oneCoin,
  velocityCount: 5,
  historyFactor: 5n,
  passwordHours: 48,
  sharedMembersMax: 3,
  screeningRequired: true,
};
const calm: RiskFacts = {
  amount: 100n * oneCoin,
  value: 100n * oneCoin,
  unseenByTwo: 0n,
  passedBefore: 3,
  passedSinceWallet: 3,
  passedSincePaypassword: 2,
  largestBefore: 100n * oneCoin,
  askedToday: 0,
  amountToday: 0n,
  automaticToday: { family: 0n, total: 0n },
  newDevice: false,
  passwordAgeHours: 1000,
  passwordChanged: true,
  sharedMembers: 0,
  available: 1000n * oneCoin,
  youngMoney: 0n,
  screening: 'clear',
  identityApproved: true,
  cover: { holds: 1000n * oneCoin, ageMs: 400, waiting: 0n },
};

describe('assessRisk', () => {
  const held: [RiskCheck, Partial<RiskFacts>, 'operator' | 'twooperators' | 'none'][] = [
    ['address', { passedSinceWallet: 0 }, 'operator'],
    ['paypassword', { passedSincePaypassword: 0 }, 'operator'],
    ['firstwithdrawal', { passedBefore: 0 }, 'none'],
    ['device', { newDevice: true }, 'operator'],
    ['password', { passwordAgeHours: 47.9 }, 'operator'],
    ['velocity', { askedToday: 5 }, 'none'],
    ['history', { largestBefore: 19n * oneCoin }, 'none'],
    ['depositage', { youngMoney: 901n * oneCoin }, 'none'],
    ['shared', { sharedMembers: 4 }, 'none'],
    ['sanctions', { screening: 'listed' }, 'operator'],
    ['sanctions', { screening: 'unchecked' }, 'operator'],
    ['dailylimit', { automaticToday: { family: 901n * oneCoin, total: 901n * oneCoin } }, 'operator'],
    ['dailylimit', { automaticToday: { family: 0n, total: 19_901n * oneCoin } }, 'operator'],
    ['dailylimit', { value: 1001n * oneCoin }, 'operator'],
    ['largeamount', { value: 5000n * oneCoin, available: 6000n * oneCoin }, 'twooperators'],
    ['largeamount', { unseenByTwo: 4900n * oneCoin }, 'twooperators'],
    ['cover', { cover: { holds: 99n * oneCoin, ageMs: 0, waiting: 0n } }, 'none'],
  ];
  test.each(held)('refuses: %s alone is held', (check, change, decider) => {
    const verdict = assessRisk({ ...calm, ...change }, policy);
    const line = verdict.results.find((result) => result.check === check);
    expect(line?.result).toBe('held');
    expect(verdict.decider).toBe(decider);
  });

  test('refuses: two weak signs together go to a person', () => {
    const unknown = { ...calm, identityApproved: false };
    expect(assessRisk({ ...unknown, askedToday: 5, sharedMembers: 4 }, policy).decider).toBe('operator');
  });

  test('behavior: a confirmed identity spares two weak signs a person; three weak ones or a strong one it does not', () => {
    const weak = { ...calm, askedToday: 5, sharedMembers: 4 };
    expect(assessRisk(weak, policy)).toMatchObject({ score: 40, decider: 'none' });
    const stranger = assessRisk({ ...weak, identityApproved: false }, policy);
    expect(stranger).toMatchObject({ score: 60, decider: 'operator' });
    expect(stranger.results.find(({ check }) => check === 'identity')).toMatchObject({ result: 'unchecked' });
    expect(assessRisk({ ...weak, youngMoney: 901n * oneCoin }, policy).decider).toBe('operator');
    expect(assessRisk({ ...calm, newDevice: true }, policy).decider).toBe('operator');
    expect(assessRisk({ ...calm, screening: 'listed' }, policy).decider).toBe('operator');
  });

  test('behavior: a known member with a usual amount passes every check', () => {
    const verdict = assessRisk(calm, policy);
    expect(verdict).toMatchObject({ score: 0, decider: 'none' });
    expect(verdict.results.map(({ check }) => check)).toEqual([...riskChecks]);
    expect(verdict.results.every(({ result }) => result === 'pass')).toBe(true);
  });

  test('behavior: a young password that was never changed passes, and nobody is told that there is none', () => {
    const { results, score } = assessRisk({ ...calm, passwordAgeHours: 2, passwordChanged: false }, policy);
    expect(results.find(({ check }) => check === 'password')).toMatchObject({
      result: 'pass',
      params: { state: 'set', hours: 2 },
    });
    expect(score).toBe(0);
  });

  test('behavior: without sight of the treasury there is no line about it', () => {
    const { results } = assessRisk({ ...calm, cover: null }, policy);
    expect(results.some(({ check }) => check === 'cover')).toBe(false);
  });

  test('refuses: to say "passed" of an address that was compared with nothing, also where that holds nobody up', () => {
    const unchecked = { ...calm, screening: 'unchecked' } as const;
    for (const screeningRequired of [true, false]) {
      const { results, decider } = assessRisk(unchecked, { ...policy, screeningRequired });
      expect(results.find(({ check }) => check === 'sanctions')).toMatchObject({
        result: screeningRequired ? 'held' : 'unchecked',
        params: { state: 'none' },
      });
      expect(decider).toBe(screeningRequired ? 'operator' : 'none');
    }
  });

  test('behavior: no threshold stands in the receipt', () => {
    const { results } = assessRisk(calm, {
      ...policy,
      largeAmount: 4321n * oneCoin,
      automaticDaily: 1234n * oneCoin,
    });
    expect(JSON.stringify(results)).not.toMatch(/4321|1234/);
  });
});

const caps = { perTransaction: 100n, perHour: 150n, perDay: 300n, perMonth: 500n };
const hourMs = 3_600_000;

/** What of a list lies within each window; what is dated later than now counts in each. */
function within(spends: readonly { amount: bigint; at: Date }[], now: Date) {
  const sum = (hours: number) =>
    spends.reduce(
      (total, { amount, at }) => (at.getTime() > now.getTime() - hours * hourMs ? total + amount : total),
      0n,
    );
  return { hour: sum(1), day: sum(24), month: sum(720) };
}

describe('checkCaps', () => {
  const at = (hoursAgo: number, amount: bigint) => ({ amount, at: new Date(1e12 - hoursAgo * hourMs) });
  test.each([
    ['transaction', [], 101n],
    ['hour', [at(0.5, 100n)], 51n],
    ['day', [at(2, 100n), at(3, 100n), at(4, 100n)], 1n],
    ['month', [at(30, 100n), at(60, 100n), at(90, 100n), at(120, 100n), at(150, 100n)], 1n],
    ['hour', [at(-25, 100n)], 51n],
  ] as const)('refuses: the cap per %s', (cap, spent, amount) => {
    expect(checkCaps(caps, within(spent, new Date(1e12)), amount)).toBe(cap);
  });

  test('behavior: the last unit below each cap passes', () => {
    expect(checkCaps(caps, within([at(0.5, 50n)], new Date(1e12)), 100n)).toBeUndefined();
    expect(checkCaps(caps, within([at(2, 100n), at(3, 100n)], new Date(1e12)), 100n)).toBeUndefined();
  });

  test('behavior: the console can only tighten', () => {
    expect(tightestCaps(caps, { perTransaction: 5n, perHour: 1000n, perDay: 1000n, perMonth: 1n })).toEqual({
      perTransaction: 5n,
      perHour: 150n,
      perDay: 300n,
      perMonth: 1n,
    });
  });

  test('property: 10,000 random requests never sum above a cap in any window that ends at a signature', () => {
    const steps = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 6 * hourMs }),
        amount: fc.bigInt({ min: 1n, max: 120n }),
      }),
      { minLength: 100, maxLength: 100 },
    );
    fc.assert(
      fc.property(steps, (requests) => {
        let now = 1e12;
        const spent: { amount: bigint; at: Date }[] = [];
        for (const { waitMs, amount } of requests) {
          now += waitMs;
          if (checkCaps(caps, within(spent, new Date(now)), amount) === undefined)
            spent.push({ amount, at: new Date(now) });
          const sum = (ms: number) =>
            spent.reduce((total, one) => (one.at.getTime() > now - ms ? total + one.amount : total), 0n);
          expect(sum(hourMs) <= caps.perHour && sum(24 * hourMs) <= caps.perDay).toBe(true);
          expect(sum(720 * hourMs) <= caps.perMonth).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('property: a clock that jumps back by up to 25 h opens no window', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -25, max: 0 }), { minLength: 50, maxLength: 50 }), (jumps) => {
        const spent: { amount: bigint; at: Date }[] = [];
        for (const hours of jumps) {
          const now = new Date(1e12 + hours * hourMs);
          if (checkCaps(caps, within(spent, now), 50n) === undefined) spent.push({ amount: 50n, at: now });
        }
        expect(spent.reduce((sum, { amount }) => sum + amount, 0n) <= caps.perMonth).toBe(true);
        expect(spent.filter(({ at: when }) => when.getTime() === 1e12).length <= 3).toBe(true);
      }),
    );
  });
});

describe('parseSanctions', () => {
  test('refuses: a line that is no address, by its number', () => {
    expect(() => parseSanctions('# list\n0x12\n')).toThrow('line 2');
  });
  test('behavior: comments, blank lines, any case, each once', () => {
    const address = `0x${'Ab'.repeat(20)}`;
    expect(parseSanctions(`# head\r\n${address} # who\n\n${address.toLowerCase()}\n`)).toEqual([
      address.toLowerCase(),
    ]);
  });
});
