import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '@openmere/core/kit/language.ts';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { shortClassNames } from './class-names.ts';

const ENTRY = 'virtual:first-pictures';
/** React, whose stores are as they are: the app is never drawn by a server, so its hooks name no other state for one. */
const REACT = 'virtual:react';
const STORES_AS_THEY_ARE = `export * from 'react';
export const useSyncExternalStore = (subscribe, read) => read();`;

/** A text that is nothing but the id of one: `group.key`. */
const TEXT_ID = />([a-z]+)\.([A-Za-z0-9]+)</g;

/** Reads the texts of a group in a language. */
export type ReadTexts = (locale: string, group: string) => Promise<Readonly<Record<string, string>>>;

/**
 * Markup for the page: a template of each picture, whose texts are numbers, and one of each language with the texts in that order, a
 * line each. A text that is missing, has places to fill or more than one line fails the build.
 *
 * @param pictures markup by name, with the ids of its texts
 */
export async function writeTemplates(
  pictures: Readonly<Record<string, string>>,
  readTexts: ReadTexts,
): Promise<string> {
  const ids: string[] = [];
  const numbered = Object.entries(pictures).map(([name, markup]) => {
    const content = markup
      // Nobody can use it yet, so there is nothing to name either.
      .replace(/ (?:title|aria-(?:label|live|busy))="[^"]*"/g, '')
      .replace(TEXT_ID, (_, group: string, key: string) => {
        const id = `${group}.${key}`;
        if (!ids.includes(id)) ids.push(id);
        return ` data-text="${ids.indexOf(id)}"><`;
      });
    return `<template id="${name}">${content}</template>`;
  });
  const texts = locales.map(async (locale) => {
    const lines = ids.map(async (id) => {
      const [group = '', key = ''] = id.split('.');
      const text = (await readTexts(locale, group))[key];
      if (text === undefined || /[{}<>&\n\u00a0]/.test(text))
        throw new Error(`${locale}: ${id} cannot stand in the page`);
      return text;
    });
    return `<template id="${locale}">${(await Promise.all(lines)).join('\n')}</template>`;
  });
  return [...numbered, ...(await Promise.all(texts))].join('\n');
}

/** Draws them with React, in a process of its own: parts of the app look for a browser as soon as they are read. */
export async function drawPictures(web: string): Promise<Record<string, string>> {
  const source = `import { renderToStaticMarkup } from 'react-dom/server';
import { firstPictures } from ${JSON.stringify(join(web, 'src/app/first-picture.tsx'))};
const drawn = Object.entries(firstPictures).map(([name, picture]) => [name, renderToStaticMarkup(picture)]);
process.stdout.write(JSON.stringify(Object.fromEntries(drawn)));`;
  const entry: Plugin = {
    name: 'openmere:first-picture-entry',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === ENTRY) return id;
      if (id === 'react' && importer !== REACT) return REACT;
      // Texts stay ids, so none are read.
      if (id.endsWith('/text-source.ts') && importer) return join(web, 'src/platform/served-texts.ts');
      return undefined;
    },
    load: (id) => (id === ENTRY ? source : id === REACT ? STORES_AS_THEY_ARE : undefined),
    // What comes later is in no first picture.
    resolveDynamicImport: () => ({ id: 'node:process', external: true }),
  };
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'warn',
    plugins: [entry, shortClassNames(web)],
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'import.meta.env.TEXTS_HASH': '""' },
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, output: { intro: BROWSER } },
    },
  });
  const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const code = chunks.find((one) => one.type === 'chunk' && one.isEntry);
  if (code?.type !== 'chunk') throw new Error('the first pictures are not one script');
  return JSON.parse(await run(web, code.code)) as Record<string, string>;
}

/** What the app reads as soon as it is there: nobody's browser, at no place, in which nothing is kept. */
const BROWSER = `const nothing = () => undefined;
Object.assign(globalThis, {
  location: { hash: '', search: '', pathname: '/' },
  localStorage: { getItem: () => null, setItem: nothing },
  document: { documentElement: { dataset: {} }, cookie: '', addEventListener: nothing },
  history: { state: null, replaceState: nothing },
  addEventListener: nothing,
});
globalThis.window = globalThis;`;

function run(folder: string, code: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['--input-type=module', '-'],
      { cwd: folder, env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => (error ? reject(new Error(stderr, { cause: error })) : resolve(stdout)),
    );
    child.stdin?.end(code);
  });
}

/**
 * Puts the first pictures into the page, which the page's own script shows before the app is there (`src/app/page-preload.ts`): on
 * a slow phone the libraries alone take most of a second.
 */
export function firstPictures(web: string): Plugin {
  return {
    name: 'openmere:first-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const read: ReadTexts = async (locale, group) =>
          JSON.parse(await readFile(join(web, 'src/locales', locale, `${group}.json`), 'utf8')) as Record<
            string,
            string
          >;
        const templates = await writeTemplates(await drawPictures(web), read);
        return html.replace('</body>', () => `${templates}\n  </body>`);
      },
    },
  };
}
