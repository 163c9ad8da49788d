import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { helpersWithLibraries } from './build/bundler-helpers.ts';
import { shortClassNames } from './build/class-names.ts';
import { precompressed } from './build/compress-plugin.ts';
import { firstLoadChunk, keepFirstLoadLight, preloadFrame } from './build/first-load.ts';
import { firstPictures } from './build/first-picture.ts';
import { separateIcons } from './build/icon-plugin.ts';
import { leanLibraries } from './build/lean-libraries.ts';
import { compiledMessages } from './build/messages-plugin.ts';
import { preloadFirstScreen } from './build/page-preload.ts';
import { serviceWorker } from './build/service-worker-plugin.ts';
import { tabChunk } from './build/tab-chunks.ts';
import { trustedLeaflet } from './build/trusted-leaflet.ts';

const web = import.meta.dirname;

const FURTHER =
  /\/web\/src\/(team|reward|minting)\/(?:[a-z]+\/)?(?!(?:team|award|cast)-screen)[a-z-]+-screen\.tsx$/;

/** The file of the screens that are reached from a domain's first one; undefined for everything else. */
function furtherScreens(id: string): string | undefined {
  const domain = FURTHER.exec(id)?.[1];
  return domain === undefined ? undefined : `${domain}-further`;
}

// Many tiny files cost a request each and compress badly: what many screens share comes as one. Overlays stay lazy.
const chunkGroups = [
  {
    name: firstLoadChunk(web),
    debugName: 'first load',
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // The first load names every screen's file: what lies behind a domain's first page comes as one.
  { name: furtherScreens, debugName: 'further screens', priority: 2, includeDependenciesRecursively: false },
  { name: tabChunk(web), debugName: 'tabs', priority: 2, includeDependenciesRecursively: false },
  { name: 'shared', test: /\/(web|core)\/src\//, minShareCount: 4, priority: 1 },
  // Who looks at goods goes from one of these screens to the next. The cleaner of sellers' texts comes by itself, and what
  // pushes refresh comes for every member.
  {
    name: 'mall',
    test: /\/web\/src\/mall\/(list|goods|cart|storefront|(?!pushes)[a-z-]+\.)(?!.*content-view)/,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  // The chart's parts that come later and the price cards share small files.
  { name: 'market', test: /\/web\/src\/swap\/(market|chart)\//, minShareCount: 2, priority: 0 },
];

// Vite wants a default export here.
export default defineConfig({
  root: web,
  plugins: [
    compiledMessages(web),
    separateIcons(),
    shortClassNames(web),
    leanLibraries(),
    trustedLeaflet(),
    react(),
    keepFirstLoadLight(),
    helpersWithLibraries(),
    preloadFrame(web),
    preloadFirstScreen(web),
    firstPictures(web),
    precompressed(),
    serviceWorker(web),
  ],
  json: { stringify: false },
  build: {
    target: 'es2022',
    sourcemap: false,
    // Its list of every screen's chunks, and the code that reads it, would be a tenth of what is ours in a first load.
    // Boot asks for the first screen instead, and the shell for the likely next one.
    modulePreload: false,
    // All styles together are as small as those of home were in parts.
    cssCodeSplit: false,
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
