import { defineConfig } from 'vitest/config';

/** Files run beside each other; each that needs a database clones its own from the template that the global set-up made. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/platform/db/test-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
