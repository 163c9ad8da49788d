import { defineConfig, mergeConfig } from 'vitest/config';
import app from './vite.config.ts';

/** Waiting in a screen's test ends after 5 s (`configure` in its stage): the test itself must not end before that. */
export default mergeConfig(app, defineConfig({ test: { testTimeout: 30_000 } }));
