import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { helpersStatement, redirectHelpers } from './bundler-helpers.ts';

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
  const code = helpersStatement(parse, helpers) + redirectHelpers(parse, vendor, FROM, undefined);
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
  expect(() => helpersStatement(parse, 'var e=1;')).toThrow('no list of exports');
  expect(() => redirectHelpers(parse, `export{n}from"./${FROM}";`, FROM, 'vendor.js')).toThrow('passes');
});
