import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { compressBeside } from './compress-plugin.ts';

/** Served without a hash: a browser asks for this name again and again, for ever. */
const WORKER = 'service-worker.js';
const PAGE = 'index.html';
const SCRIPT_OR_STYLE = /^assets\/.*\.(?:js|css)$/;
/**
 * Large, and of use only with a network: the list of common passwords, the words of recovery phrases, the chart and the map.
 * They are kept once they were used.
 */
const LATER = /^assets\/(?:common-passwords|recovery-phrase|chart-library|world-map)-/;

/** What a build consists of, as its service worker knows it. */
export type BuiltFiles = {
  /** The page, and the scripts and styles that every screen for reading needs; `revision` where a name has no hash. */
  shell: { url: string; revision: string | null }[];
  /** Every file of this build whose name has a hash; what is not here belongs to an earlier build. */
  all: string[];
};

/** Sorts the files of a build by their names; the same build gives the same list. */
export function sortFiles(names: readonly string[], page: string): BuiltFiles {
  const assets = names.filter((name) => name.startsWith('assets/')).toSorted();
  const shell = assets.filter((name) => SCRIPT_OR_STYLE.test(name) && !LATER.test(name));
  const revision = createHash('sha256').update(page).digest('hex').slice(0, 16);
  return {
    shell: [{ url: `/${PAGE}`, revision }, ...shell.map((name) => ({ url: `/${name}`, revision: null }))],
    all: assets.map((name) => `/${name}`),
  };
}

/** The worker as one classic script: a worker under our policy imports nothing. */
async function bundleWorker(web: string, files: BuiltFiles): Promise<string> {
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    define: { 'import.meta.env.BUILT_FILES': JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: join(web, 'src/app/service-worker.ts'),
        output: { format: 'iife', entryFileNames: WORKER },
      },
    },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [script, ...rest] = chunks;
  if (script?.type !== 'chunk' || rest.length > 0) throw new Error('the service worker is not one script');
  return script.code;
}

/** Builds the service worker after the app, with the list of the app's files in it. */
export function serviceWorker(web: string): Plugin {
  return {
    name: 'openmere:service-worker',
    apply: 'build',
    async writeBundle(options, bundle) {
      const page = bundle[PAGE];
      if (page?.type !== 'asset') this.error('the build has no page');
      const code = await bundleWorker(web, sortFiles(Object.keys(bundle), page.source.toString()));
      const path = join(options.dir ?? 'dist', WORKER);
      await writeFile(path, code);
      await compressBeside(path);
    },
  };
}
