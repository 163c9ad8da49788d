import { describe, expect, test } from 'vitest';
import {
  attemptDelaySeconds,
  checkAgreements,
  missingAgreements,
  payPasswordAttempts,
  paypasswordLockHours,
  proofFreshUntil,
  sessionPasswordAttempts,
} from './rules.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 31, 12);
const PUBLISHED = 'user-1,privacy-1,risk-1';

describe('attempts of a session', () => {
  test.each([sessionPasswordAttempts, payPasswordAttempts])(
    'property: delays grow and never become a lock: %o',
    (policy) => {
      const delays = Array.from({ length: 100 }, (_, failures) => attemptDelaySeconds(failures, policy));
      expect(delays.slice(0, policy.free).every((delay) => delay === 0)).toBe(true);
      expect(delays.every((delay, index) => delay >= (delays[index - 1] ?? 0))).toBe(true);
      expect(Math.max(...delays)).toBe(policy.mostS);
      expect(attemptDelaySeconds(1_000_000, policy)).toBe(policy.mostS);
    },
  );
});

test.each([
  ['first', 0],
  ['change', 24],
  ['reset', 24],
] as const)('behavior: the %s payment password locks %i hours', (kind, hours) => {
  expect(paypasswordLockHours(kind, 24)).toBe(hours);
});

test('refuses: a proof of the mailbox that is fifteen minutes old, and none', () => {
  expect(proofFreshUntil(NOW, undefined)).toBeUndefined();
  expect(proofFreshUntil(NOW, NOW - 15 * MINUTE)).toBeUndefined();
  expect(proofFreshUntil(NOW, NOW - 15 * MINUTE + 1)).toBe(NOW + 1);
});

test.each([
  undefined,
  '',
  ',,',
  'x-1',
  'user-1',
  'user-1,privacy-1',
  'user-1,privacy-1,risk-2',
  'user-1privacy-1risk-1',
])('refuses: agreements %j', (text) => {
  expect(checkAgreements(text, PUBLISHED)?.code).toBe('auth.agreements');
});

test('behavior: all published versions are accepted, in any order and with more beside them', () => {
  expect(checkAgreements(PUBLISHED, PUBLISHED)).toBeUndefined();
  expect(checkAgreements(' risk-1, user-1,privacy-1,x-1', PUBLISHED)).toBeUndefined();
  expect(missingAgreements('user-1,privacy-1,risk-1', 'user-2,privacy-1,risk-1')).toEqual(['user-2']);
});
