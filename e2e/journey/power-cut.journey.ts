import { expect, test } from '@playwright/test';
import { confirmations, MainJob, mainJobSteps } from '../job/main-job.ts';
import { paymentsTo } from '../stack/chain.ts';
import { keepLogs } from '../stack/keep-logs.ts';
import { startStack } from '../stack/stack.ts';
import type { Stack } from '../stack/stack.ts';

let stack: Stack;
keepLogs(() => stack);
test.beforeAll(async () => {
  test.setTimeout(240_000);
  stack = await startStack({ OPENMERE_CONFIRMATIONS: confirmations });
});
test.afterAll(() => stack?.stop());

test('behavior: with a power cut between each two steps the main job still ends right, with one payment', async ({
  browser,
  page,
}) => {
  test.setTimeout(480_000);
  const job = new MainJob(stack, browser, page);
  let cuts = 0;
  for (const step of mainJobSteps) {
    if (step !== mainJobSteps[0]) {
      await test.step('power cut', () => stack.killAndRestart());
      cuts += 1;
    }
    await test.step(step.name, () => step.run(job));
  }
  expect(cuts).toBeGreaterThanOrEqual(6);
  expect(await paymentsTo(stack.facts, job.person.address)).toEqual([19n * 10n ** 18n]);
});
