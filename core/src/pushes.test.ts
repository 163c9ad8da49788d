import { expect, test } from 'vitest';
import { formatPush, pushNamesOf } from './kit/push.ts';
import { allPushes } from './pushes.ts';
import type { PushName } from './pushes.ts';
import { pushSamples } from './test-pushes.ts';

test('refuses: two pushes of one name', () => {
  const names = allPushes.map((one) => one.push);
  expect(new Set(names).size).toBe(names.length);
  expect(names.toSorted()).toEqual(Object.keys(pushSamples).toSorted());
});

test.each(allPushes.map((one) => ({ name: one.push, one })))(
  'behavior: $name is found again by what travels, and its data is as defined',
  ({ name, one }) => {
    const data = pushSamples[name as PushName];
    expect(one.data.parse(data)).toEqual(data);
    expect(pushNamesOf(formatPush(one, data))).toContain(name);
  },
);

test('refuses: data that is no object has no kind', () => {
  expect(pushNamesOf({ type: 'trade', data: null })).toContain('trade');
});
