import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('refuses: more than so many who wait for their turn, at once', async () => {
  const turns = new Turns({ startsPerTurn: 2, waitingMax: 3 });
  const begun: number[] = [];
  for (let index = 0; index < 5; index += 1) expect(turns.enter(() => begun.push(index))).toBe(true);
  expect(turns.enter(() => begun.push(5))).toBe(false);
  await nextTurn();
  await nextTurn();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  turns.enter(() => begun.push(6));
  expect(begun).toContain(6);
});

test('behavior: so many begin in a turn of the event loop, in the order in which they came', async () => {
  const turns = new Turns({ startsPerTurn: 3, waitingMax: 10_000 });
  const begun: number[] = [];
  for (let index = 0; index < 1_000; index += 1) turns.enter(() => begun.push(index));
  expect(begun).toEqual([0, 1, 2]);
  for (let turn = 2; turn < 12; turn += 1) {
    await nextTurn();
    expect(begun).toHaveLength(turn * 3);
    expect(turns.waiting).toBe(1_000 - turn * 3);
  }
  while (turns.waiting > 0) await nextTurn();
  expect(begun).toEqual(Array.from({ length: 1_000 }, (_, index) => index));
});

test('behavior: whoever comes while others wait goes behind them', async () => {
  const turns = new Turns({ startsPerTurn: 1 });
  const begun: string[] = [];
  for (const name of ['a', 'b', 'c']) turns.enter(() => begun.push(name));
  await nextTurn();
  turns.enter(() => begun.push('d'));
  expect(begun).toEqual(['a', 'b']);
  while (turns.waiting > 0) await nextTurn();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('behavior: it knows whom it was told of, and nobody else', () => {
  const turns = new Turns();
  turns.remember('a');
  expect([turns.knows('a'), turns.knows('b')]).toEqual([true, false]);
  for (let index = 0; index < 120_000; index += 1) turns.remember(`flood ${index}`);
  expect(turns.knows('a')).toBe(false);
  expect(turns.knows('flood 119999')).toBe(true);
});
