import { expect, test } from 'vitest';
import { firstPage, isKept, mergeAnswers } from './kept-calls.ts';

const answer = (name: string, at: number, data: unknown = name) => ({ key: ['Users/Info', name], data, at });

test.each(['Wallet/DepositAddress', 'Users/Sessions', 'Node/Allow', 'Wallet/Withdraw', 'Users/SocketTicket'])(
  'refuses: %s is not kept',
  (path) => expect(isKept([path, {}])).toBe(false),
);

test.each([
  'Users/Balance',
  'Wallet/Withdrawals',
  'Order/List',
  'Ctrls/News',
  'Ctrls/NewsFirst',
  'Ctrls/Notices',
])('behavior: %s is read without a network', (path) => expect(isKept([path, {}])).toBe(true));

test('refuses: an answer that is too large, and the oldest ones when there are too many', () => {
  const large = answer('large', 9, 'x'.repeat(100_001));
  const many = Array.from({ length: 160 }, (_, index) => answer(String(index), index));
  const kept = mergeAnswers([large], many);
  expect(kept).toHaveLength(150);
  expect(kept[0]?.at).toBe(159);
  expect(kept.some(({ key }) => key[1] === 'large' || key[1] === '3')).toBe(false);
});

test('refuses: all of them together beyond the room there is', () => {
  const big = Array.from({ length: 10 }, (_, index) => answer(String(index), index, 'x'.repeat(90_000)));
  expect(mergeAnswers([], big)).toHaveLength(6);
});

test('behavior: a newer answer takes the place of the same one; what was not read now stays', () => {
  const kept = mergeAnswers([answer('a', 1), answer('b', 2)], [answer('a', 3)]);
  expect(kept.map(({ key, at }) => [key[1], at])).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
});

test('behavior: of a list the newest page stays, with its cursor', () => {
  const data = { pages: [{ list: [1], cursor: 'c' }, { list: [2] }], pageParams: [undefined, 'c'] };
  expect(firstPage(data)).toEqual({ pages: [{ list: [1], cursor: 'c' }], pageParams: [undefined] });
  expect(firstPage({ list: [1] })).toEqual({ list: [1] });
  expect(isKept(['Wallet/Transfers', {}, 'pages'])).toBe(true);
});
