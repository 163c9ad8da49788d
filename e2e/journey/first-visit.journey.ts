import { expect, test } from '@playwright/test';
import { walkFirstVisit, walkToWithdrawal } from '../job/first-visit.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack();
});
test.afterAll(() => stack?.stop());

test('behavior: an invitation leads to the first deposit within 20 taps and one mailed code, and on to a withdrawal', async ({
  page,
  browser,
}) => {
  const effort = await walkFirstVisit(stack, page, async () => undefined);
  console.log(`a newcomer's way: ${effort.taps} taps, ${effort.keys} keys, ${effort.codes} mailed code`);
  expect(effort.taps).toBeLessThanOrEqual(20);
  expect(effort.codes).toBe(1);
  await walkToWithdrawal(stack, page, browser);
});
