/** How many tests of a run held and how many did not. */
export type Count = { passed: number; failed: number; skipped: number };

export const none: Count = { passed: 0, failed: 0, skipped: 0 };

export function add(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** A check that counts as one test. */
export function single(ok: boolean): Count {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * A run that ended badly has at least one failure, also when its runner died before it could write its report; one that
 * ended well but counted nothing has failed, too, because a suite that finds no tests proves nothing.
 */
export function settle(count: Count, code: number): Count {
  const empty = count.passed + count.failed === 0;
  const failed = count.failed === 0 && (code !== 0 || empty) ? 1 : count.failed;
  return { ...count, failed };
}

/** Counts of vitest's `json` reporter; files that could not be loaded count as failed tests. */
export function countVitest(json: string): Count {
  const report = JSON.parse(json) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numTodoTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's `json` reporter; a test that only held at the second try has failed. */
export function countPlaywright(json: string): Count {
  const { stats, errors } = JSON.parse(json) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors?: unknown[];
  };
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}

/** Counts of what Hardhat prints for its runners: `12 passing`, `1 failing`, `2 skipped`, once per runner or in total. */
export function countHardhat(output: string): Count {
  const sum = (word: string) => {
    const pattern = new RegExp(`^\\s*(\\d+) ${word}\\b`, 'gm');
    return [...output.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);
  };
  return { passed: sum('passing'), failed: sum('failing'), skipped: sum('skipped') };
}
