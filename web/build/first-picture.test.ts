import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { locales } from '@openmere/core/kit/language.ts';
import { expect, test } from 'vitest';
import { fetchRoute } from '../src/app/routes.ts';
import { drawPictures, writeTemplates } from './first-picture.ts';

const web = join(import.meta.dirname, '..');
const one = {
  'visitor/home/home': '<h1 aria-label="home.title">home.title</h1><p>app.tabHome</p><b>home.title</b>',
};

test.each([
  ['missing', {}],
  ['has a place to fill', { title: 'Hello {name}', tabHome: 'Home' }],
  ['has two lines', { title: 'Hello\nyou', tabHome: 'Home' }],
  ['is markup', { title: 'Hello <b>you</b>', tabHome: 'Home' }],
])('refuses: a text that %s', async (_, texts) => {
  await expect(writeTemplates(one, () => Promise.resolve(texts))).rejects.toThrow('zh-Hans: home.title');
});

test('behavior: one template of each picture with numbers for texts, and one of each language with the texts', async () => {
  const texts = (locale: string, group: string) =>
    Promise.resolve({ title: `${locale} ${group}`, tabHome: `${locale} tab` });
  const lines = (await writeTemplates(one, texts)).split('</template>\n');
  expect(lines[0]).toBe(
    '<template id="visitor/home/home"><h1 data-text="0"></h1><p data-text="1"></p><b data-text="0"></b>',
  );
  expect(lines.slice(1).map((line) => /id="(.*)"/.exec(line)?.[1])).toEqual([...locales]);
  expect(lines[3]).toBe('<template id="en">en home\nen tab');
});

test('behavior: the pictures are those of real places, drawn with the app’s own parts and the texts of every language', async () => {
  const pictures = await drawPictures(web);
  const places = Object.keys(pictures).map((name) => name.slice(name.indexOf('/') + 1));
  expect(places).toContain('home/home');
  for (const place of places) expect(await fetchRoute(`/pages/${place}`), place).toBeDefined();
  for (const markup of Object.values(pictures)) {
    expect(markup).toContain('<h1');
    expect(markup).toContain('app.tabWallet');
  }
  const read = async (locale: string, group: string) =>
    JSON.parse(await readFile(join(web, 'src/locales', locale, `${group}.json`), 'utf8')) as Record<
      string,
      string
    >;
  const templates = await writeTemplates(pictures, read);
  expect(templates).not.toMatch(/>[a-z]+\.[A-Za-z]+</);
  expect(templates).not.toContain('<script');
});
