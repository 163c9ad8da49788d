import { test } from '@playwright/test';
import { confirmations, MainJob, mainJobSteps } from '../job/main-job.ts';
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

test('behavior: a new member brings money in, across and out, exact on the screen, in the ledger and on chain', async ({
  browser,
  page,
}) => {
  const job = new MainJob(stack, browser, page);
  for (const step of mainJobSteps) await test.step(step.name, () => step.run(job));
});
