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

test('behavior: after a flood from many addresses nothing of it is kept', () => {
  let now = 0;
  const buckets = new TokenBuckets(() => now);
  const limit = { perMinute: 60, burst: 5 };
  for (let address = 0; address < 150_000; address += 1) buckets.take(`flood ${address}`, limit);
  expect(buckets.size).toBeLessThanOrEqual(100_000);
  for (let step = 0; step < 60_000; step += 1) {
    now += 10;
    buckets.take(`member ${step % 20}`, { perMinute: 6_000, burst: 20 });
  }
  expect(buckets.size).toBeLessThanOrEqual(40);
});

test('property: forgetting never gives a token too many', () => {
  let now = 0;
  const buckets = new TokenBuckets(() => now);
  let passed = 0;
  for (let step = 0; step < 60_000; step += 1) {
    now = step;
    if (buckets.take('a', { perMinute: 60, burst: 3 }) === 0) passed += 1;
    buckets.take(`other ${step % 700}`, { perMinute: 6_000, burst: 3 });
  }
  expect(passed).toBe(62);
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

test('refuses: what is beyond a lane’s own places; what fills one takes nothing from the others', () => {
  const lanes = new Lanes({ money: 2, member: 3, entry: 1, open: 1, media: 1 });
  expect([lanes.enter('media'), lanes.enter('media')]).toEqual([true, false]);
  expect([lanes.enter('open'), lanes.enter('open')]).toEqual([true, false]);
  expect([1, 2, 3, 4].map(() => lanes.enter('member'))).toEqual([true, true, true, false]);
  expect([1, 2, 3].map(() => lanes.enter('money'))).toEqual([true, true, false]);
  lanes.leave('media');
  expect(lanes.atWork).toBe(6);
  expect([lanes.enter('open'), lanes.enter('media')]).toEqual([false, true]);
});

test('refuses: who finds the line full; the others come in one after the other', async () => {
  const lanes = new Lanes({ money: 1, member: 1, entry: 1, open: 2, media: 1 }, { open: 3 });
  const came: number[] = [];
  const all = [1, 2, 3, 4, 5, 6].map(async (one) => {
    const isIn = await lanes.enterInTurn('open');
    if (isIn) came.push(one);
    return isIn;
  });
  expect(await all[5]).toBe(false);
  expect(came).toEqual([1, 2]);
  lanes.leave('open');
  expect(await all[2]).toBe(true);
  lanes.leave('open');
  lanes.leave('open');
  expect(await Promise.all(all)).toEqual([true, true, true, true, true, false]);
  expect(came).toEqual([1, 2, 3, 4, 5]);
  lanes.leave('open');
  lanes.leave('open');
  expect(lanes.atWork).toBe(0);
  expect([await lanes.enterInTurn('entry'), await lanes.enterInTurn('entry')]).toEqual([true, false]);
});
