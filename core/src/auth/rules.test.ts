import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accountAttempts,
  accountPrefixAttempts,
  attemptDelaySeconds,
  checkAgreements,
  checkCodeSending,
  isCodeWorthResending,
  payPasswordAttempts,
  paypasswordLockHours,
  prefixAttempts,
  recentCodeSendings,
} from './rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 0, 31, 12);

describe('codes', () => {
  test('refuses: a second code within a minute', () => {
    expect(checkCodeSending(NOW, [NOW - MINUTE + 1])).toMatchObject({
      code: 'auth.codetoosoon',
      params: { seconds: 1 },
    });
    expect(checkCodeSending(NOW, [NOW])).toMatchObject({ params: { seconds: 60 } });
  });

  test('refuses: the sixth in an hour and the eleventh in a day', () => {
    const five = [2, 10, 20, 30, 59].map((minutes) => NOW - minutes * MINUTE);
    expect(checkCodeSending(NOW, five)).toMatchObject({ code: 'auth.codetoomany', params: { minutes: 1 } });
    const ten = Array.from({ length: 10 }, (_, index) => NOW - (index + 1) * 2 * HOUR);
    expect(checkCodeSending(NOW, ten)).toMatchObject({ code: 'auth.codetoomany', params: { minutes: 240 } });
  });

  test('property: whoever asks whenever they may, at most 1 a minute, 5 an hour, 10 a day go out', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 * MINUTE }), { maxLength: 200 }), (pauses) => {
        let now = NOW;
        const sent: number[] = [];
        for (const pause of pauses) {
          now += pause;
          if (!checkCodeSending(now, recentCodeSendings(now, sent))) sent.push(now);
        }
        for (const at of sent) {
          const within = (ms: number): number =>
            sent.filter((other) => other >= at && other < at + ms).length;
          expect([within(MINUTE) <= 1, within(HOUR) <= 5, within(24 * HOUR) <= 10]).toEqual([
            true,
            true,
            true,
          ]);
        }
      }),
    );
  });

  test('behavior: a code is sent again in the first half of its life', () => {
    expect(isCodeWorthResending(NOW, NOW - 5 * MINUTE + 1)).toBe(true);
    expect(isCodeWorthResending(NOW, NOW - 5 * MINUTE)).toBe(false);
  });
});

describe('attempts', () => {
  test.each([accountPrefixAttempts, accountAttempts, prefixAttempts, payPasswordAttempts])(
    'property: delays grow and never become a lock: %o',
    (policy) => {
      const delays = Array.from({ length: 100 }, (_, failures) => attemptDelaySeconds(failures, policy));
      expect(delays.slice(0, policy.free).every((delay) => delay === 0)).toBe(true);
      expect(delays.every((delay, index) => delay >= (delays[index - 1] ?? 0))).toBe(true);
      expect(Math.max(...delays)).toBe(policy.mostS);
      expect(attemptDelaySeconds(1_000_000, policy)).toBe(policy.mostS);
    },
  );

  test('behavior: nobody else’s tries keep the owner out for a minute', () => {
    expect(accountAttempts.mostS).toBeLessThan(60);
  });
});

test.each([
  ['first', 0],
  ['change', 24],
  ['reset', 24],
] as const)('behavior: the %s payment password locks %i hours', (kind, hours) => {
  expect(paypasswordLockHours(kind, 24)).toBe(hours);
});

test.each([undefined, '', ' ', ',,'])('refuses: agreements %j', (text) => {
  expect(checkAgreements(text)?.code).toBe('auth.agreements');
});

test('behavior: accepts versions', () => {
  expect(checkAgreements('user-1,privacy-1')).toBeUndefined();
});
