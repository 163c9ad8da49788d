import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from '../web/build/compress-plugin.ts';

// Vite wants a default export here.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompressed()],
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
});
