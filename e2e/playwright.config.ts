import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptionsWith } from './stack/browser.ts';

// Workers inherit it.
process.env['OPENMERE_E2E_TEMPLATE'] ??= join(tmpdir(), `openmere-e2e-template-${process.pid}`);

// Playwright wants a default export here. Two workers: most of a journey is waiting, for codes, blocks and payouts.
export default defineConfig({
  testDir: './journey',
  projects: [
    // What two stacks would build at once is built before.
    { name: 'start', testMatch: 'start.journey.ts' },
    // The longest one first, so that the other worker does not wait for it in the end.
    { name: 'power cut', testMatch: 'power-cut.journey.ts', dependencies: ['start'] },
    { name: 'faults', testMatch: 'faults.journey.ts', dependencies: ['start'] },
    {
      name: 'journeys',
      testMatch: '*.journey.ts',
      testIgnore: ['start.journey.ts', 'power-cut.journey.ts', 'faults.journey.ts'],
      dependencies: ['start'],
    },
  ],
  globalTeardown: './stack/remove-template.ts',
  workers: 2,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  outputDir: '../test-results',
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['OPENMERE_E2E_REPORT'] ?? '../test-results/e2e.json' }],
  ],
  use: {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // Journeys look at what each page asks of the network; what is kept for a time without one is offline.journey.ts's.
    serviceWorkers: 'block',
    locale: 'en-US',
    // A film of every page costs a part of the time of all journeys; what was done and how the page stood is enough.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: launchOptionsWith(),
  },
});
