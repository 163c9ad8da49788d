import { build, parseAst } from 'vite';
import type { Plugin } from 'vite';
import { expect, test } from 'vitest';
import { helpersStatement, helpersWithLibraries, redirectHelpers } from './bundler-helpers.ts';

const parse = (code: string) => parseAst(code);

/** As the bundler writes them: short names, of which a chunk may have the same ones for other things. */
const helpers = 'var e=(e,t)=>e+t,t=e=>()=>e;export{t as n,e as t};';
const FROM = 'rolldown-runtime-Bx3k9_aZ.js';

async function run(code: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as Record<
    string,
    unknown
  >;
}

test('behavior: the libraries have the helpers, and their own names stay theirs', async () => {
  const vendor = `import{n as r,t as i}from"./${FROM}";var e=r(40),t=i(e(),2);export{t as a};`;
  const code = helpersStatement(parse, helpers, true) + redirectHelpers(parse, vendor, FROM, undefined);
  const { a, __helper_n: keep, __helper_t: add } = await run(code);
  expect(a).toBe(42);
  expect((add as (a: number, b: number) => number)(1, 2)).toBe(3);
  expect((keep as (value: string) => () => string)('kept')()).toBe('kept');
});

test('behavior: any other chunk takes them from the libraries, and nothing else of it changes', () => {
  const chunk = `import{n as e}from"./${FROM}";import{a as t}from"./vendor-Bx3k9_aZ.js";var n=e("from./${FROM}");`;
  expect(redirectHelpers(parse, chunk, FROM, 'vendor-Bx3k9_aZ.js')).toBe(
    `import{__helper_n as e}from"./vendor-Bx3k9_aZ.js";import{a as t}from"./vendor-Bx3k9_aZ.js";var n=e("from./${FROM}");`,
  );
  const bare = `import"./${FROM}";import{a}from"./vendor-Bx3k9_aZ.js";a();`;
  expect(redirectHelpers(parse, bare, FROM, 'vendor-Bx3k9_aZ.js')).toBe(
    'import{a}from"./vendor-Bx3k9_aZ.js";a();',
  );
});

test('refuses: helpers that export nothing, and a chunk that hands the helpers on', () => {
  expect(() => helpersStatement(parse, 'var e=1;', true)).toThrow('no list of exports');
  expect(() => redirectHelpers(parse, `export{n}from"./${FROM}";`, FROM, 'vendor.js')).toThrow('passes');
});

/** A program of a library, the screen that shows it, and files that come later: one knows the library, one knows that one, one nothing. */
const modules = (version: string): Record<string, string> => ({
  '/main.js': `import library from '/library.cjs'; document.title = library.version; import('/late.cjs'); import('/far.cjs'); import('/alone.cjs');`,
  '/library.cjs': `exports.version = '${version}';`,
  '/late.cjs': `exports.shown = require('/library.cjs').version;`,
  '/far.cjs': `exports.far = require('/late.cjs').shown;`,
  '/alone.cjs': `exports.alone = 'alone';`,
});

/** The scripts of a build by their names. */
async function built(version: string, ...more: Plugin[]): Promise<Map<string, string>> {
  const files = modules(version);
  const fromMemory: Plugin = {
    name: 'test:from-memory',
    enforce: 'pre',
    resolveId: (id) => (id in files ? id : undefined),
    load: (id) => files[id],
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [fromMemory, ...more],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: '/main.js',
        output: { codeSplitting: { groups: [{ name: 'vendor', test: /library/ }] } },
      },
    },
  });
  if (!('output' in result)) throw new Error('the build gave no files');
  return new Map(result.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : '']));
}

test('property: files of two builds that have the same name are the same, also where the libraries have changed', async () => {
  const before = await built('first', helpersWithLibraries());
  const after = await built('second', helpersWithLibraries());
  const kept = [...before.keys()].filter((name) => after.has(name));
  // The file that knows nothing of the libraries stays; who needs them has another name, as they have.
  expect(kept.map((name) => name.replace(/-.*/, ''))).toEqual(['assets/alone']);
  for (const name of kept) expect(after.get(name)).toBe(before.get(name));
  expect([...after.keys()].some((name) => name.includes('rolldown-runtime'))).toBe(false);
  const alone = await run(after.get(kept[0] ?? '') ?? '');
  expect(alone['default']).toEqual({ alone: 'alone' });
});

test('property: a file whose text changes by the helpers has not the name of the one with another text', async () => {
  const plain = await built('first');
  const moved = await built('first', helpersWithLibraries());
  for (const [name, code] of moved) expect([undefined, code]).toContain(plain.get(name));
});
