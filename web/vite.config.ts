import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './build/compress-plugin.ts';
import { compiledMessages } from './build/messages-plugin.ts';

// Vite wants a default export here.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiledMessages(), react(), precompressed()],
  json: { stringify: false },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
  },
  server: {
    proxy: Object.fromEntries(
      ['/Users', '/Ctrls', '/Wallet', '/trade', '/Chain', '/files', '/rpc', '/index'].map((path) => [
        path,
        'http://127.0.0.1:8080',
      ]),
    ),
  },
});
