import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompressed } from './build/compress-plugin.ts';
import { compiledMessages } from './build/messages-plugin.ts';

// Many tiny shared files cost a request each: what most screens share comes as one. Overlays stay lazy.
const chunkGroups = [
  {
    name: 'frame',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|zustand|@lingui)\/|web\/src\/platform\/(i18n|storage|history|query|api-client|money-text|time-text|preferences|session|live|network|socket|use-now|error-text)\.ts|vite\/preload-helper|core\/src\/(kit|money)\//,
    priority: 2,
  },
  { name: 'ui', test: /web\/src\/ui\//, minShareCount: 8, priority: 1 },
];

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
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
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
