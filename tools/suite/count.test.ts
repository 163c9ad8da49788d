import { describe, expect, test } from 'vitest';
import { countHardhat, countPlaywright, countVitest, settle, single } from './count.ts';

describe('counting', () => {
  test('refuses: a run that ended badly but counted no failure', () => {
    expect(settle({ passed: 3, failed: 0, skipped: 0 }, 1).failed).toBe(1);
    expect(settle({ passed: 3, failed: 2, skipped: 0 }, 1).failed).toBe(2);
  });

  test('refuses: a run without any test', () => {
    expect(settle({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1);
    expect(settle(single(true), 0)).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  test('refuses: a test file that could not be loaded', () => {
    const report = {
      numPassedTests: 4,
      numFailedTests: 1,
      numPendingTests: 1,
      numTodoTests: 0,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [{}] },
      ],
    };
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 4, failed: 2, skipped: 1 });
  });

  test('refuses: a journey that held only at the second try', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 0 };
    expect(countPlaywright(JSON.stringify({ stats, errors: [{}] }))).toEqual({
      passed: 5,
      failed: 4,
      skipped: 0,
    });
  });

  test('behavior: both runners of the contracts are added', () => {
    const output = '  12 passing (2 s)\n  1 failing\n\n  30 passing\n  not 5 passing\n';
    expect(countHardhat(output)).toEqual({ passed: 42, failed: 1, skipped: 0 });
  });
});
