import { expect, test } from 'vitest';
import { Lanes, TokenBuckets, addressPrefix, isLoopback } from './limits.ts';

test('refuses: the token after the burst, and tells when the next one is there', () => {
  let now = 0;
  const buckets = new TokenBuckets(() => now);
  const limit = { perMinute: 60, burst: 3 };
  expect([1, 2, 3, 4].map(() => buckets.take('a', limit))).toEqual([0, 0, 0, 1_000]);
  expect(buckets.take('b', limit)).toBe(0);
  now = 999;
  expect(buckets.take('a', limit)).toBe(1);
  now = 1_000;
  expect(buckets.take('a', limit)).toBe(0);
  now = 1_000_000;
  expect([1, 2, 3, 4].map(() => buckets.take('a', limit))).toEqual([0, 0, 0, 1_000]);
});

test('property: over any stretch no more than burst + rate passes', () => {
  let now = 0;
  const buckets = new TokenBuckets(() => now);
  let passed = 0;
  for (let step = 0; step < 60_000; step += 7) {
    now = step;
    if (buckets.take('a', { perMinute: 5, burst: 3 }) === 0) passed += 1;
  }
  expect(passed).toBeLessThanOrEqual(8);
  expect(passed).toBeGreaterThanOrEqual(7);
});

test('behavior: one customer is one key', () => {
  expect(addressPrefix('203.0.113.9')).toBe('203.0.113.9');
  expect(addressPrefix('::ffff:203.0.113.9')).toBe('203.0.113.9');
  const one = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002:0:0:0:1'].map(
    addressPrefix,
  );
  expect(new Set(one)).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(addressPrefix('2001:db8:1:3::1')).not.toBe(one[0]);
  expect(addressPrefix('::1')).toBe('0:0:0:0::/64');
  expect(['::1', '127.0.0.1', '::ffff:127.9.9.9', '203.0.113.9', '::2'].map(isLoopback)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('behavior: reading gives way to money, pictures to both', () => {
  const lanes = new Lanes({ money: 4, read: 3, media: 1 });
  expect(lanes.enter('media')).toBe(true);
  expect(lanes.enter('media')).toBe(false);
  expect([lanes.enter('read'), lanes.enter('read'), lanes.enter('read')]).toEqual([true, true, false]);
  expect([lanes.enter('money'), lanes.enter('money')]).toEqual([true, false]);
  lanes.leave('media');
  expect(lanes.atWork).toBe(3);
  expect(lanes.enter('read')).toBe(false);
});
