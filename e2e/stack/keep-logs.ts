import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import type { Stack } from './stack.ts';

/** When a journey of this file fails, the stack's own logs are put beside its trace. Call it once, at the top of the file. */
export function keepLogs(running: () => Stack | undefined): void {
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the fixtures in braces, also when none is used
  test.afterEach(({}, info) => {
    const data = running()?.data;
    if (data === undefined || info.status === info.expectedStatus) return;
    const logs = join(data, 'log');
    if (existsSync(logs)) cpSync(logs, info.outputPath('stack-log'), { recursive: true });
  });
}
