import { expect, test } from 'vitest';
import { RecentBroadcasts } from './recent-broadcasts.ts';

const frame = (text: string) => Buffer.from(text);
const texts = (frames: Buffer[] | undefined) => frames?.map(String);

test('behavior: answers what was told since a moment, oldest first', () => {
  const recent = new RecentBroadcasts(0);
  recent.add(frame('a'), 1_000);
  recent.add(frame('b'), 2_000);
  recent.add(frame('c'), 2_000);
  expect(texts(recent.since(1_500))).toEqual(['b', 'c']);
  expect(texts(recent.since(2_000))).toEqual(['b', 'c']);
  expect(texts(recent.since(2_001))).toEqual([]);
  expect(texts(recent.since(1))).toEqual(['a', 'b', 'c']);
});

test('refuses: to answer for a time of which it does not know everything', () => {
  const recent = new RecentBroadcasts(5_000);
  recent.add(frame('a'), 6_000);
  expect(recent.since(5_000)).toBeUndefined();
  expect(texts(recent.since(5_001))).toEqual(['a']);
  recent.lost(7_000);
  expect(recent.since(6_500)).toBeUndefined();
  expect(texts(recent.since(7_001))).toEqual([]);
});

test('behavior: forgets what is older than a page can ask for, and the oldest of what is too much', () => {
  const recent = new RecentBroadcasts(0);
  recent.add(frame('old'), 1_000);
  recent.add(frame('new'), 100_000);
  expect(recent.since(1_000)).toBeUndefined();
  expect(texts(recent.since(1_001))).toEqual(['new']);
  for (let at = 0; at < 10; at += 1) recent.add(Buffer.alloc(100_000, 'x'), 100_001 + at);
  expect(recent.since(100_005)).toBeUndefined();
  expect(recent.since(100_006)).toHaveLength(5);
});
