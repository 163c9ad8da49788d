import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['tidy/bad/**', 'tidy/good/**', '**/node_modules/**'],
    testTimeout: 30_000,
  },
});
