import { defineConfig } from 'vitest/config';

/** Files run beside each other; each that needs a database clones its own from the template that the global set-up made. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/platform/db/test-setup.ts'],
    setupFiles: ['src/test/fresh-module-state.ts'],
    maxWorkers: 2,
    // Reading all modules again for each file is a third of the time. What a module keeps is per database or member, or else
    // forgotten in the set-up file.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
