import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { precompressed } from '../../web/build/compress-plugin.ts';

const PAGE = `<!doctype html><html lang="en"><head><title>React alone</title></head><body><div id="root"></div>
<script type="module" src="/main.ts"></script></body></html>`;
const SCRIPT = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.querySelector('#root')).render(createElement('h1', null, 'React alone'));`;

export type Reference = { folder: string; remove(): Promise<void> };

/** A page that draws one heading with React and ReactDOM, built like the app: what nobody who uses React can go below. */
export async function buildReference(root: string): Promise<Reference> {
  const temporary = await mkdtemp(join(tmpdir(), 'openmere-react-alone-'));
  const source = join(temporary, 'source');
  const folder = join(temporary, 'dist');
  await mkdir(source);
  await writeFile(join(source, 'index.html'), PAGE);
  await writeFile(join(source, 'main.ts'), SCRIPT);
  const modules = join(root, 'node_modules');
  await build({
    root: source,
    configFile: false,
    logLevel: 'error',
    plugins: [precompressed()],
    resolve: { alias: { react: join(modules, 'react'), 'react-dom': join(modules, 'react-dom') } },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
  });
  return { folder, remove: () => rm(temporary, { recursive: true, force: true }) };
}
