import { expect, test } from '@playwright/test';
import { processesOf } from '../stack/processes.ts';
import { startStack } from '../stack/stack.ts';

test('behavior: the house starts on an empty folder, answers on both origins, and leaves nothing running', async () => {
  const stack = await startStack();
  const { url, consoleUrl } = stack.facts;
  for (const origin of [url, consoleUrl]) expect((await fetch(origin)).status).toBe(200);
  await stack.stopAsTemplate();
  expect(processesOf(stack.data)).toEqual([]);
});
